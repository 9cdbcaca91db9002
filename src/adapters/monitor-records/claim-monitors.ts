import { type Kysely, sql } from 'kysely';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { Claim } from '../../domain/monitor/port.ts';
import { toMonitor } from './monitor-rows.ts';
import type { MonitorSchema } from './monitor-schema.ts';

/**
 * Take monitors that are due, or whose bundle is ready, and that nobody holds. Rows that another process is
 * taking at this moment are skipped, so that no check is done twice.
 */
export async function claimMonitors(
  db: Kysely<MonitorSchema>,
  { leaseId, leaseUntil, now, limit }: Claim,
): Promise<readonly Monitor[]> {
  const due = db
    .selectFrom('monitors')
    .select('monitor_id')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('due_at', '<=', now),
        exists(
          selectFrom('jobs')
            .select('jobs.job_id')
            .whereRef('jobs.job_id', '=', 'monitors.sealing_job_id')
            .where('jobs.status', 'in', ['complete', 'failed', 'cancelled']),
        ),
      ]),
    )
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy(sql`due_at nulls first`)
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('monitors')
    .set({ lease_id: leaseId, lease_until: leaseUntil })
    .where('monitor_id', 'in', due)
    .returningAll()
    .execute();
  return rows.map(toMonitor);
}
