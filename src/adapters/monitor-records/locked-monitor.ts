import type { Transaction, Updateable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Lease, LockedMonitor, OwnedMonitor } from '../../domain/monitor/port.ts';
import { epochOf } from '../../domain/monitor-evidence/epoch.ts';
import type { Schema } from '../database/schema.ts';
import { recordEvent } from '../webhook/webhook-rows.ts';
import { toChangedColumns, toCheckRow, toMonitor } from './monitor-rows.ts';
import { type MonitorSchema, withMonitorTablesIn } from './monitor-schema.ts';

export interface MonitorRecordParts {
  readonly clock: Clock;
  /** 32 bytes that encrypt what webhooks are told of pages. */
  readonly secretKey: Uint8Array;
}

const NOBODY = { lease_id: null, lease_until: null };

/** Lock a monitor until the end of `plain`. @returns null when there is no such monitor, or the lease is lost. */
export async function lockMonitor(
  plain: Transaction<Schema>,
  wanted: Lease | OwnedMonitor,
  { clock, secretKey }: MonitorRecordParts,
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
  const set = async (columns: Updateable<MonitorSchema['monitors']>) => {
    await trx.updateTable('monitors').set(columns).where('monitor_id', '=', monitorId).execute();
  };
  return {
    monitor: toMonitor(row),
    update: (change) => set(toChangedColumns(change)),
    release: (change) => set({ ...toChangedColumns(change), ...NOBODY }),
    async finish(check, change) {
      await trx.insertInto('monitor_checks').values(toCheckRow(check)).execute();
      await set({ ...toChangedColumns(change), ...NOBODY, open_epoch: row.open_epoch ?? epochOf(check.at) });
    },
    announce: ({ type, data, quotes }) => {
      const event = { subject: { kind: 'monitor', id: monitorId }, type, at: clock.now(), data } as const;
      return recordEvent(plain, event, { sealing: quotes && { ...quotes, secretKey } });
    },
  };
}
