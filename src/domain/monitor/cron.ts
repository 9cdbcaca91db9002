import { Cron } from 'croner';
import { EvidenceError } from '../../core/error.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
/** Runs that are looked at, in some 25 ms: a day at every fifth minute and its midnight. */
const SAMPLED_RUNS = 330;
/** The library would also take a date or `@hourly`. */
const FIVE_FIELDS = /^\S+(?:\s+\S+){4}$/;

/**
 * Judge a cron expression.
 *
 * @param from the first runs after this time are looked at.
 * @throws EvidenceError `REQUEST_INVALID`: malformed, unknown time zone, it never runs, or oftener than every 5 minutes.
 */
export function assertCron(expression: string, timezone: string, from: Date): void {
  const runs = parseCron(expression, timezone).nextRuns(SAMPLED_RUNS, from);
  if (runs.length === 0) throw new EvidenceError('REQUEST_INVALID', 'cron: this never comes');
  let last = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    if (run.getTime() - last < FIVE_MINUTES_MS)
      throw new EvidenceError('REQUEST_INVALID', 'cron: a page is looked at every 5 minutes at most');
    last = run.getTime();
  }
}

/** The first two runs after `from`; fewer when it ends. */
export const nextCronRuns = (expression: string, timezone: string, from: Date): readonly Date[] =>
  parseCron(expression, timezone).nextRuns(2, from);

function parseCron(expression: string, timezone: string): Cron {
  if (!isTimezone(timezone))
    throw new EvidenceError(
      'REQUEST_INVALID',
      'timezone: expected a name of the IANA list, e.g. Europe/Berlin',
    );
  try {
    if (FIVE_FIELDS.test(expression.trim())) return new Cron(expression, { timezone, paused: true });
  } catch {
    // Malformed all the same.
  }
  throw new EvidenceError('REQUEST_INVALID', 'cron: expected 5 fields, e.g. "0 9 * * 1-5"');
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
