import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billingPeriodOf, isBillingPeriod, resetOf } from '../../../src/domain/payment/billing-period.ts';

it.each([
  ['2026-11-20T12:00:00.000Z', '2026-11', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2028-02', '2028-03-01T00:00:00.000Z'],
])('%s counts in %s, which ends at %s', (now, period, reset) => {
  expect(billingPeriodOf(new Date(now))).toBe(period);
  expect(resetOf(period)).toEqual(new Date(reset));
});

it('begins a new month at the reset and not a millisecond before', () => {
  const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const period = billingPeriodOf(date);
      const reset = resetOf(period);
      expect(isBillingPeriod(period)).toBe(true);
      expect(reset.getTime()).toBeGreaterThan(date.getTime());
      expect(billingPeriodOf(new Date(reset.getTime() - 1))).toBe(period);
      expect(billingPeriodOf(reset)).not.toBe(period);
    }),
  );
});

it.each(['2026-13', '2026-00', '2026-1', '26-01', '2026-01-01', ''])(
  'does not take %s for a month',
  (text) => {
    expect(isBillingPeriod(text)).toBe(false);
  },
);
