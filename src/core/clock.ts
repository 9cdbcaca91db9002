/** The time of day, injected so that tests decide it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** RFC 3339 in UTC with milliseconds, the only time format on the wire. */
export const toTimestamp = (date: Date): string => date.toISOString();
