import type { Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Lease, LockedMonitor, OwnedMonitor } from '../../domain/monitor/port.ts';
import { epochOf } from '../../domain/monitor-evidence/epoch.ts';
import type { Schema } from '../database/schema.ts';
import { recordEvent } from '../webhook/webhook-rows.ts';
import { toChangedColumns, toCheckRow, toMonitor } from './monitor-rows.ts';
import { withMonitorTablesIn } from './monitor-schema.ts';

/** Lock a monitor until the end of `plain`. @returns null when there is no such monitor, or the lease is lost. */
export async function lockMonitor(
  plain: Transaction<Schema>,
  wanted: Lease | OwnedMonitor,
  clock: Clock,
): Promise<LockedMonitor | null> {
  const trx = withMonitorTablesIn(plain);
  const { monitorId } = wanted;
  const [column, value] =
    'leaseId' in wanted ? (['lease_id', wanted.leaseId] as const) : (['owner_id', wanted.ownerId] as const);
  const row = await trx
    .selectFrom('monitors')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const change = () => trx.updateTable('monitors').where('monitor_id', '=', monitorId);
  return {
    monitor: toMonitor(row),
    async update(changes) {
      await change().set(toChangedColumns(changes)).execute();
    },
    async addCheck(check) {
      await trx.insertInto('monitor_checks').values(toCheckRow(check)).execute();
      await change()
        .set({ open_epoch: epochOf(check.at) })
        .where('open_epoch', 'is', null)
        .execute();
    },
    async release() {
      await change().set({ lease_id: null, lease_until: null }).execute();
    },
    announce: ({ type, data }) =>
      recordEvent(plain, { subject: { kind: 'monitor', id: monitorId }, type, at: clock.now(), data }),
  };
}
