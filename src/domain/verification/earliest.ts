/** The first of some times; null of none. */
export const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null);
