import { type Kysely, sql } from 'kysely';
import type { MonitorCheck } from '../../domain/monitor/check.ts';
import type { MonitorRepository, Page } from '../../domain/monitor/port.ts';
import type { Database } from '../database/database.ts';
import { insertWebhook } from '../webhook/webhook-rows.ts';
import { claimMonitors } from './claim-monitors.ts';
import { lockMonitor, type MonitorRecordParts } from './locked-monitor.ts';
import { toCheck, toMonitor, toMonitorRow } from './monitor-rows.ts';
import { type MonitorSchema, withMonitorTables, withMonitorTablesIn } from './monitor-schema.ts';
import { removeMonitor } from './remove-monitor.ts';

/** Monitors in SQL. Many processes may work on them. */
export function createMonitorRepository(database: Database, parts: MonitorRecordParts): MonitorRepository {
  const query = <T>(work: (db: Kysely<MonitorSchema>) => Promise<T>) =>
    database.query((db) => work(withMonitorTables(db)));
  return {
    async insert(monitor, webhook) {
      const { monitorId, ownerId, createdAt } = monitor;
      const holder = { ownerId, subject: { kind: 'monitor', id: monitorId }, at: createdAt } as const;
      await database.transaction(async (trx) => {
        await withMonitorTablesIn(trx).insertInto('monitors').values(toMonitorRow(monitor)).execute();
        if (webhook) await insertWebhook(trx, webhook, holder);
      });
    },
    get: ({ ownerId, monitorId }) =>
      query(async (db) => {
        const row = await selectMonitors(db, ownerId).where('monitor_id', '=', monitorId).executeTakeFirst();
        return row ? toMonitor(row) : null;
      }),
    list: (ownerId, { after, limit }) =>
      query(async (db) => {
        const rows = await selectMonitors(db, ownerId)
          .where('monitor_id', '>', after ?? '')
          .orderBy('monitor_id')
          .limit(limit + 1)
          .execute();
        return cut(rows.map(toMonitor), limit);
      }),
    lastChecks: (monitorIds) => query((db) => lastChecks(db, monitorIds)),
    checks: (monitorId, page) => query((db) => listChecks(db, monitorId, page)),
    remove: (owned, at) => database.transaction((trx) => removeMonitor(trx, owned, at)),
    claim: (claim) => query((db) => claimMonitors(db, claim)),
    async renew(leaseIds, leaseUntil) {
      await query((db) =>
        db
          .updateTable('monitors')
          .set({ lease_until: leaseUntil })
          .where('lease_id', 'in', leaseIds)
          .execute(),
      );
    },
    async releaseAll() {
      await query((db) =>
        db
          .updateTable('monitors')
          .set({ lease_id: null, lease_until: null })
          .where('lease_id', 'is not', null)
          .execute(),
      );
    },
    hasDeleted: (bundleIds) => query((db) => hasDeleted(db, bundleIds)),
    gone: (monitorIds) => query((db) => findGone(db, monitorIds)),
    whileLocked: (condition, work) =>
      database.transaction(async (trx) => {
        const locked = await lockMonitor(trx, condition, parts);
        return locked && { value: await work(locked) };
      }),
  };
}

const selectMonitors = (db: Kysely<MonitorSchema>, ownerId: string) =>
  db.selectFrom('monitors').selectAll().where('owner_id', '=', ownerId);

async function hasDeleted(db: Kysely<MonitorSchema>, bundleIds: readonly string[]): Promise<boolean> {
  if (bundleIds.length === 0) return false;
  const deleted = await db
    .selectFrom('bundles')
    .select('bundle_id')
    .where('bundle_id', 'in', bundleIds)
    .where('status', '=', 'deleted')
    .limit(1)
    .executeTakeFirst();
  return deleted !== undefined;
}

async function listChecks(
  db: Kysely<MonitorSchema>,
  monitorId: string,
  { afterSeq, limit }: Parameters<MonitorRepository['checks']>[1],
): Promise<Page<MonitorCheck>> {
  const rows = await db
    .selectFrom('monitor_checks')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit + 1)
    .execute();
  return cut(rows.map(toCheck), limit);
}

async function lastChecks(
  db: Kysely<MonitorSchema>,
  monitorIds: readonly string[],
): Promise<ReadonlyMap<string, MonitorCheck>> {
  if (monitorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('monitors')
    .innerJoin('monitor_checks', (join) =>
      join
        .onRef('monitor_checks.monitor_id', '=', 'monitors.monitor_id')
        .onRef('monitor_checks.seq', '=', 'monitors.check_count'),
    )
    .selectAll('monitor_checks')
    .where('monitors.monitor_id', 'in', monitorIds)
    .execute();
  return new Map(rows.map((row) => [row.monitor_id, toCheck(row)]));
}

async function findGone(
  db: Kysely<MonitorSchema>,
  monitorIds: readonly string[],
): Promise<readonly string[]> {
  if (monitorIds.length === 0) return [];
  const rows = await db
    .selectFrom('monitors')
    .select('monitor_id')
    .where('monitor_id', '=', sql<string>`any(${monitorIds})`)
    .execute();
  const known = new Set(rows.map(({ monitor_id }) => monitor_id));
  return monitorIds.filter((monitorId) => !known.has(monitorId));
}

/** One row more than asked for tells that there are more. */
const cut = <T>(items: readonly T[], limit: number): Page<T> => ({
  items: items.slice(0, limit),
  hasMore: items.length > limit,
});
