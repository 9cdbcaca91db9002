import { EvidenceError } from '../../core/error.ts';
import { nextCronRuns } from './cron.ts';
import type { Schedule } from './monitor.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Most of an interval that is added by chance, so that many monitors of one site do not look at once. */
const JITTER = 0.1;
/** A cron expression names a time of day, so chance adds little. */
const MAX_CRON_JITTER_MS = MINUTE_MS;

/** Faults in a row from which a monitor counts as failing and looks less often. */
export const FAILING_FAULTS = 3;
/** Faults in a row at which it is paused. */
export const PAUSED_FAULTS = 10;
const MAX_SLOWDOWN = 8;

/** What the next check depends on. */
export interface Pace {
  /** When the last check began. */
  readonly last: Date;
  readonly now: Date;
  /** Faults in a row so far. */
  readonly faults: number;
  /** From 0 to 1, 1 excluded. */
  readonly chance: number;
}

/**
 * When to look next, never earlier than `now`: what was missed while a check ran is skipped.
 *
 * @throws EvidenceError `REQUEST_INVALID` for a schedule that {@link assertCron} refuses or that has ended.
 */
export function nextCheckAt(schedule: Schedule, { last, now, faults, chance }: Pace): Date {
  const slowdown = slowdownOf(faults);
  if (schedule.kind === 'interval') {
    const interval = Math.min(
      schedule.minutes * MINUTE_MS * slowdown,
      Math.max(DAY_MS, schedule.minutes * MINUTE_MS),
    );
    return new Date(Math.max(last.getTime() + interval * (1 + JITTER * chance), now.getTime()));
  }
  return nextCronCheck(schedule, { now, slowdown, chance });
}

/** 1 while all is well; then 2, 4 and 8 times as long. */
const slowdownOf = (faults: number): number =>
  faults < FAILING_FAULTS ? 1 : Math.min(2 ** (faults - FAILING_FAULTS + 1), MAX_SLOWDOWN);

function nextCronCheck(
  { expression, timezone }: Extract<Schedule, { kind: 'cron' }>,
  { now, slowdown, chance }: { readonly now: Date; readonly slowdown: number; readonly chance: number },
): Date {
  const [first, second] = nextCronRuns(expression, timezone, now);
  if (!first) throw new EvidenceError('REQUEST_INVALID', 'cron: this never comes');
  const gap = (second ?? first).getTime() - first.getTime();
  const wait = Math.min(gap * (slowdown - 1), DAY_MS);
  const [later = first] =
    wait > 0 ? nextCronRuns(expression, timezone, new Date(first.getTime() + wait - 1)) : [];
  return new Date(later.getTime() + Math.min(gap * JITTER, MAX_CRON_JITTER_MS) * chance);
}

/**
 * Longest pause between two checks that is as agreed; a longer one is a gap in the evidence.
 *
 * @param last when the check before the pause began.
 * @returns milliseconds.
 */
export function agreedPauseMs(schedule: Schedule, last: Date): number {
  if (schedule.kind === 'interval') return schedule.minutes * MINUTE_MS * GAP_FACTOR;
  const [first, second] = nextCronRuns(schedule.expression, schedule.timezone, last);
  const next = Math.max(
    (first?.getTime() ?? 0) - last.getTime(),
    (second?.getTime() ?? 0) - (first?.getTime() ?? 0),
  );
  return next * GAP_FACTOR;
}

/** Chance, confirming looks and a busy service delay a check; half an interval is more than they do. */
const GAP_FACTOR = 1.5;
