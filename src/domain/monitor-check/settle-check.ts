import type { Clock } from '../../core/clock.ts';
import { isSeen, type MonitorCheck } from '../monitor/check.ts';
import type { ContentDiff } from '../monitor/content-diff.ts';
import { type Baseline, type Monitor, type MonitorStatus, nextCheck } from '../monitor/monitor.ts';
import type { HeldCheck, MonitorChange, MonitorEvent } from '../monitor/port.ts';
import { FAILING_FAULTS, nextCheckAt, PAUSED_FAULTS } from '../monitor/schedule.ts';
import { monitorChanged, monitorExhausted, monitorFailed } from './events.ts';

/** What came of a check. */
export interface CheckResult
  extends Pick<MonitorCheck, 'outcome' | 'httpStatus' | 'contentSha256' | 'bundle' | 'errorCode'> {
  /** The new baseline, where the page is another one now. */
  readonly baseline: Baseline | null;
  /** What changed. */
  readonly diff: ContentDiff | null;
}

/** What a finished check makes of its monitor. */
export interface Settlement {
  readonly check: MonitorCheck;
  readonly change: MonitorChange;
  readonly events: readonly MonitorEvent[];
}

/** Finish a check: its row, the monitor's new state, and what its webhook is told. */
export function settleCheck(
  monitor: HeldCheck,
  result: CheckResult,
  { clock, chance }: { readonly clock: Clock; readonly chance: number },
): Settlement {
  const { baseline, diff, ...facts } = result;
  const check: MonitorCheck = {
    ...facts,
    checkId: monitor.current.checkId,
    monitorId: monitor.monitorId,
    seq: monitor.checkCount + 1,
    at: monitor.current.at,
    previousBundleId: result.bundle && (monitor.bundle?.bundleId ?? null),
  };
  const change = stateAfter(monitor, { check, clock, chance });
  return {
    check,
    change: { ...change, ...(baseline && { baseline }), ...(result.bundle && { bundle: result.bundle }) },
    events: [
      ...(diff && result.bundle ? [monitorChanged(monitor, { check, bundle: result.bundle, diff })] : []),
      ...endOf(monitor, { check, change }),
    ],
  };
}

/** What a check does to the state of its monitor. */
function stateAfter(
  monitor: Monitor,
  { check, clock, chance }: { readonly check: MonitorCheck; readonly clock: Clock; readonly chance: number },
) {
  const faults = isSeen(check.outcome) ? 0 : monitor.faults + 1;
  const checksRemaining = monitor.checksRemaining - (isFirstBaseline(monitor, check) ? 0 : 1);
  const status = statusAfter(monitor.status, { faults, checksRemaining });
  const isRunning = status === 'active' || status === 'failing';
  const pace = { last: check.at, now: clock.now(), faults, chance };
  const dueAt = isRunning ? nextCheckAt(monitor.settings.schedule, pace) : null;
  return { status, faults, checksRemaining, checkCount: check.seq, current: nextCheck(clock), dueAt };
}

/** What is told when a monitor looks no more. */
function endOf(
  monitor: Monitor,
  { check, change }: { readonly check: MonitorCheck; readonly change: ReturnType<typeof stateAfter> },
): MonitorEvent[] {
  if (change.status === monitor.status) return [];
  if (change.status === 'exhausted') return [monitorExhausted(monitor, check)];
  return change.status === 'paused' ? [monitorFailed(monitor, { check, faults: change.faults })] : [];
}

/** It comes with the monitor. */
const isFirstBaseline = (monitor: Monitor, { outcome }: MonitorCheck): boolean =>
  outcome === 'baseline' && monitor.bundle === null;

/** A paused monitor stays paused whatever a check that was asked for finds: its owner resumes it. */
function statusAfter(
  status: MonitorStatus,
  { faults, checksRemaining }: { readonly faults: number; readonly checksRemaining: number },
): MonitorStatus {
  if (checksRemaining <= 0) return 'exhausted';
  if (status === 'paused' || faults >= PAUSED_FAULTS) return 'paused';
  return faults >= FAILING_FAULTS ? 'failing' : 'active';
}
