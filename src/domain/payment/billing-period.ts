/** A calendar month in UTC, `YYYY-MM`: credits are counted in it and begin anew after it. */
export type BillingPeriod = string;

/** The month of `date`. */
export const billingPeriodOf = (date: Date): BillingPeriod => date.toISOString().slice(0, 7);

/** When the month ends: 00:00 UTC on the 1st of the next one. */
export function resetOf(period: BillingPeriod): Date {
  const [year = 0, month = 0] = period.split('-').map(Number);
  // Months count from 0 here, so that this is the next one; 12 is January of the next year.
  return new Date(Date.UTC(year, month, 1));
}

/** Whether a text from outside names a month. */
export const isBillingPeriod = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
