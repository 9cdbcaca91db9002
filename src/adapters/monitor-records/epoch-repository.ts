import { type Kysely, sql, type Transaction } from 'kysely';
import { endOfEpoch, epochOf } from '../../domain/monitor-evidence/epoch.ts';
import type { EpochRepository } from '../../domain/monitor-evidence/epoch-port.ts';
import type { Database } from '../database/database.ts';
import { appendLeaf, lockLog } from '../database/log-leaves.ts';
import type { Schema } from '../database/schema.ts';
import { toCheck, toMonitor } from './monitor-rows.ts';
import { type MonitorSchema, withMonitorTables, withMonitorTablesIn } from './monitor-schema.ts';

const PAGE = 100;

/** Epochs in SQL. */
export const createEpochRepository = (database: Database): EpochRepository => ({
  open: (epoch, after) =>
    database.query(async (db) => {
      const rows = await withMonitorTables(db)
        .selectFrom('monitors')
        .select('monitor_id')
        .where('open_epoch', '<', epoch)
        .where('monitor_id', '>', after)
        .orderBy('monitor_id')
        .limit(PAGE)
        .execute();
      return rows.map(({ monitor_id }) => monitor_id);
    }),
  close: (monitorId, now, close) =>
    database.transaction(async (plain) => {
      const trx = withMonitorTablesIn(plain);
      const row = await lockQuiet(trx, monitorId, now);
      if (!row?.open_epoch) return false;
      const epoch = row.open_epoch;
      const checks = await selectChecks(trx, monitorId, epoch);
      await store(plain, monitorId, close({ monitor: toMonitor(row), epoch, checks: checks.map(toCheck) }));
      return true;
    }),
  closed: (monitorId, epochs) =>
    database.query(async (db) => {
      if (epochs.length === 0) return [];
      const rows = await withMonitorTables(db)
        .selectFrom('monitor_epochs')
        .select(['epoch', 'count', 'root'])
        .where('monitor_id', '=', monitorId)
        .where('epoch', 'in', epochs)
        .orderBy('epoch')
        .execute();
      // `pg` gives a Buffer: a view of whatever else the server sent.
      return rows.map((row) => ({ ...row, root: new Uint8Array(row.root) }));
    }),
  checksOf: (monitorId, epoch) =>
    database.query(async (db) => {
      const rows = await selectChecks(withMonitorTables(db), monitorId, epoch);
      return rows.map(toCheck);
    }),
});

const selectChecks = (db: Kysely<MonitorSchema>, monitorId: string, epoch: string) =>
  db
    .selectFrom('monitor_checks')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .where('epoch', '=', epoch)
    .orderBy('seq')
    .execute();

/** Lock a monitor whose oldest open epoch is over and gets no check any more: nobody works on one. */
async function lockQuiet(trx: Transaction<MonitorSchema>, monitorId: string, now: Date) {
  const row = await trx
    .selectFrom('monitors')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .where('open_epoch', '<', epochOf(now))
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .forUpdate()
    .executeTakeFirst();
  const begunAt = row?.current_check.at;
  if (!row?.open_epoch || (begunAt && Date.parse(begunAt) < endOfEpoch(row.open_epoch).getTime()))
    return null;
  return row;
}

/** The lease goes: what a worker that was silent for too long still holds may have begun in the epoch. */
async function store(
  plain: Transaction<Schema>,
  monitorId: string,
  { epoch, count, root, logEntry }: ReturnType<Parameters<EpochRepository['close']>[2]>,
): Promise<void> {
  await lockLog(plain);
  const logIndex = await appendLeaf(plain, { text: logEntry, kind: 'monitor-epoch', bundleId: null });
  const trx = withMonitorTablesIn(plain);
  await trx
    .insertInto('monitor_epochs')
    .values({ monitor_id: monitorId, epoch, count, root, log_index: logIndex })
    .execute();
  await trx
    .updateTable('monitors')
    .set({
      open_epoch: sql`(select min(epoch) from monitor_checks
        where monitor_id = ${monitorId} and epoch > ${epoch})`,
      sealed_until: endOfEpoch(epoch),
      lease_id: null,
      lease_until: null,
    })
    .where('monitor_id', '=', monitorId)
    .execute();
}
