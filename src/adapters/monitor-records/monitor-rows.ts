import type { Insertable, Selectable, Updateable } from 'kysely';
import type { MonitorCheck } from '../../domain/monitor/check.ts';
import type { CurrentCheck, Monitor } from '../../domain/monitor/monitor.ts';
import type { MonitorChange } from '../../domain/monitor/port.ts';
import { epochOf } from '../../domain/monitor-evidence/epoch.ts';
import type { MonitorSchema, StoredCheck } from './monitor-schema.ts';

type MonitorRow = Selectable<MonitorSchema['monitors']>;
type CheckRow = Selectable<MonitorSchema['monitor_checks']>;

/** A monitor's row as the domain knows it. */
export const toMonitor = (row: MonitorRow): Monitor => ({
  monitorId: row.monitor_id,
  ownerId: row.owner_id,
  settings: row.settings,
  status: row.status,
  createdAt: row.created_at,
  checksRemaining: row.checks_remaining,
  faults: row.faults,
  dueAt: row.due_at,
  current: toCurrentCheck(row.current_check),
  baseline: row.baseline,
  bundle:
    row.bundle_id !== null && row.manifest_sha256 !== null
      ? { bundleId: row.bundle_id, manifestSha256: row.manifest_sha256 }
      : null,
  checkCount: row.check_count,
  sealedUntil: row.sealed_until,
});

const toCurrentCheck = ({ checkId, at, step }: StoredCheck): CurrentCheck => ({
  checkId,
  at: at === null ? null : new Date(at),
  step,
});

/** The row of a new monitor. */
export const toMonitorRow = (monitor: Monitor): Insertable<MonitorSchema['monitors']> => ({
  monitor_id: monitor.monitorId,
  owner_id: monitor.ownerId,
  settings: JSON.stringify(monitor.settings),
  created_at: monitor.createdAt,
  status: monitor.status,
  checks_remaining: monitor.checksRemaining,
  faults: monitor.faults,
  due_at: monitor.dueAt,
  ...currentColumns(monitor.current),
  check_count: monitor.checkCount,
});

/** The columns that a change sets. */
export function toChangedColumns(change: MonitorChange): Updateable<MonitorSchema['monitors']> {
  const { status, checksRemaining, faults, dueAt, current, baseline, bundle, checkCount } = change;
  return {
    ...(status !== undefined && { status }),
    ...(checksRemaining !== undefined && { checks_remaining: checksRemaining }),
    ...(faults !== undefined && { faults }),
    ...(dueAt !== undefined && { due_at: dueAt }),
    ...(current !== undefined && currentColumns(current)),
    ...(baseline !== undefined && { baseline: baseline && JSON.stringify(baseline) }),
    ...(bundle && { bundle_id: bundle.bundleId, manifest_sha256: bundle.manifestSha256 }),
    ...(checkCount !== undefined && { check_count: checkCount }),
  };
}

const currentColumns = (current: CurrentCheck) => ({
  current_check: JSON.stringify(current),
  sealing_job_id: current.step.kind === 'seal' ? current.step.jobId : null,
});

/** A check's row as the domain knows it. */
export const toCheck = (row: CheckRow): MonitorCheck => ({
  checkId: row.check_id,
  monitorId: row.monitor_id,
  seq: row.seq,
  at: row.at,
  outcome: row.outcome,
  httpStatus: row.http_status,
  contentSha256: row.content_sha256,
  bundle:
    row.bundle_id !== null && row.manifest_sha256 !== null
      ? { bundleId: row.bundle_id, manifestSha256: row.manifest_sha256 }
      : null,
  previousBundleId: row.previous_bundle_id,
  errorCode: row.error_code,
});

/** The row of a finished check. */
export const toCheckRow = (check: MonitorCheck): Insertable<MonitorSchema['monitor_checks']> => ({
  check_id: check.checkId,
  monitor_id: check.monitorId,
  seq: check.seq,
  at: check.at,
  epoch: epochOf(check.at),
  outcome: check.outcome,
  http_status: check.httpStatus,
  content_sha256: check.contentSha256,
  bundle_id: check.bundle?.bundleId ?? null,
  manifest_sha256: check.bundle?.manifestSha256 ?? null,
  previous_bundle_id: check.previousBundleId,
  error_code: check.errorCode,
});
