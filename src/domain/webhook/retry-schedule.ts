const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/**
 * Pauses before the 2nd, 3rd, … attempt, in milliseconds: about 76 hours in all.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability
 */
const PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Most of a pause that is added by chance, so that what failed together does not come back together. */
const JITTER = 0.1;

/** Attempts after the first one. */
export const MAX_RETRIES = PAUSES.length;

/**
 * Pause before the next attempt.
 *
 * @param retriesLeft of {@link MAX_RETRIES}, before this pause.
 * @param chance from 0 to 1, 1 excluded.
 * @returns milliseconds; null when the attempts are used up.
 */
export function nextPause(retriesLeft: number, chance: number): number | null {
  const pause = retriesLeft > 0 ? PAUSES[MAX_RETRIES - retriesLeft] : undefined;
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * chance));
}
