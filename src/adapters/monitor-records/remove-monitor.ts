import type { Transaction } from 'kysely';
import type { OwnedMonitor } from '../../domain/monitor/port.ts';
import { endJob } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';
import { removeWebhook } from '../webhook/webhook-rows.ts';
import { withMonitorTablesIn } from './monitor-schema.ts';

/**
 * Remove a monitor with its history and webhook, and cancel the job that makes its bundle: from the commit on
 * nothing more is published or told.
 *
 * @returns false when the owner has no such monitor.
 */
export async function removeMonitor(
  plain: Transaction<Schema>,
  { ownerId, monitorId }: OwnedMonitor,
  at: Date,
): Promise<boolean> {
  const removed = await withMonitorTablesIn(plain)
    .deleteFrom('monitors')
    .where('monitor_id', '=', monitorId)
    .where('owner_id', '=', ownerId)
    .returning('sealing_job_id')
    .executeTakeFirst();
  if (!removed) return false;
  await removeWebhook(plain, { kind: 'monitor', id: monitorId });
  if (removed.sealing_job_id !== null)
    await endJob(plain, removed.sealing_job_id, { status: 'cancelled', completed_at: at });
  return true;
}
