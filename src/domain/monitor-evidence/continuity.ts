import { toTimestamp } from '../../core/clock.ts';
import { pause } from '../../core/pause.ts';
import { isSeen, type MonitorCheck } from '../monitor/check.ts';
import type { MonitorBundle, MonitorSettings } from '../monitor/monitor.ts';
import { agreedPauseMs } from '../monitor/schedule.ts';

/** The page said the same at every check of this span. */
export interface Span {
  /** SHA-256 of what was seen first, hex. */
  readonly contentSha256: string | null;
  /** When the first and the last check of the span began. */
  readonly from: Date;
  readonly to: Date;
  /** Checks that saw the page. */
  readonly checks: number;
  /** Shows what the page said. */
  readonly bundle: MonitorBundle | null;
}

/** A time for which nothing is known: longer than was agreed, or with checks that did not see the page. */
export interface Gap {
  readonly from: Date;
  /** Null: it goes on. */
  readonly to: Date | null;
  /** Checks in it that did not see the page. */
  readonly failedChecks: number;
}

/** What a history shows: what the page said from when to when, and where it is silent. */
export interface Continuity {
  /** Oldest first. */
  readonly spans: readonly Span[];
  readonly gaps: readonly Gap[];
  /** One sentence. */
  readonly summary: string;
}

/** Checks between two pauses: for a cron schedule, some 10 ms of work. */
const CHECKS_PER_SLICE = 100;

/** Read a history, oldest first. */
export async function describeContinuity(
  { url, schedule }: MonitorSettings,
  checks: readonly MonitorCheck[],
): Promise<Continuity> {
  const spans: Span[] = [];
  const gaps: Gap[] = [];
  let [last, failedChecks]: [Date | null, number] = [null, 0];
  for (const [index, check] of checks.entries()) {
    if (index % CHECKS_PER_SLICE === CHECKS_PER_SLICE - 1) await pause();
    if (!isSeen(check.outcome)) {
      failedChecks += 1;
      continue;
    }
    if (last && (failedChecks > 0 || check.at.getTime() - last.getTime() > agreedPauseMs(schedule, last)))
      gaps.push({ from: last, to: check.at, failedChecks });
    extend(spans, check);
    [last, failedChecks] = [check.at, 0];
  }
  if (last && failedChecks > 0) gaps.push({ from: last, to: null, failedChecks });
  return { spans, gaps, summary: summarise(url, spans, gaps) };
}

function extend(spans: Span[], check: MonitorCheck): void {
  const span = spans.at(-1);
  if (span && check.outcome === 'unchanged') {
    spans[spans.length - 1] = { ...span, to: check.at, checks: span.checks + 1 };
    return;
  }
  const { contentSha256, at, bundle } = check;
  spans.push({ contentSha256, from: at, to: at, checks: 1, bundle });
}

function summarise(url: string, spans: readonly Span[], gaps: readonly Gap[]): string {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return `${url} was not seen yet.`;
  const checks = spans.reduce((sum, span) => sum + span.checks, 0);
  return (
    `${url} was seen by ${checks} checks from ${toTimestamp(first.from)} to ${toTimestamp(last.to)}: ` +
    `versions ${spans.length}, gaps ${gaps.length}.`
  );
}
