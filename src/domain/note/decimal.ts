/**
 * An ASCII decimal without leading zeros, as C2SP formats write sizes, indexes and times.
 *
 * @returns null for anything else, and for numbers beyond 2^53.
 */
export function parseDecimal(text: string): number | null {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
