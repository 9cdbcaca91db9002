import { type Kysely, sql, type Transaction } from 'kysely';
import type { PendingStamp, StampRepository } from '../../domain/timestamp/port.ts';
import type { Database } from '../database/database.ts';
import { type StampSchema, withStampTables, withStampTablesIn } from './stamp-schema.ts';

/** Stamps that one round takes: each is a call to an authority. */
const BATCH = 8;
/** Bundles that one round notes for an authority. */
const ENROL_BATCH = 1000;

/** Which bundle has which timestamp, in SQL. */
export const createStampRepository = (database: Database): StampRepository => ({
  async enrol(authorities) {
    if (!(await database.query((db) => hasNew(withStampTables(db), authorities)))) return;
    await database.transaction(async (trx) => {
      for (const authority of authorities) await enrolFor(withStampTablesIn(trx), authority);
    });
  },
  take: (authorities, lease) =>
    database.transaction((trx) => takeDue(withStampTablesIn(trx), authorities, lease)),
  complete: (stamp, stampedAt, writeSeal) =>
    database.transaction((plain) => complete(withStampTablesIn(plain), { stamp, stampedAt, writeSeal })),
  async postpone({ bundleId, authority }, nextAttemptAt) {
    const next = nextAttemptAt ? { next_attempt_at: nextAttemptAt } : { state: 'abandoned' as const };
    await database.query((db) =>
      withStampTables(db)
        .updateTable('timestamps')
        .set(next)
        .where('bundle_id', '=', bundleId)
        .where('authority', '=', authority)
        .execute(),
    );
  },
});

/** Whether an authority is unknown, or a bundle was published that is not noted for it. */
async function hasNew(db: Kysely<StampSchema>, authorities: readonly string[]): Promise<boolean> {
  const known = await db
    .selectFrom('timestamp_authorities')
    .select('next_log_index')
    .where('name', 'in', authorities)
    .execute();
  const next = await nextLogIndex(db);
  return known.length < authorities.length || known.some((row) => Number(row.next_log_index) < next);
}

/** Index after the newest bundle's. Later ones follow: leaves are appended one transaction after the other. */
async function nextLogIndex(db: Kysely<StampSchema>): Promise<number> {
  const { next } = await db
    .selectFrom('bundles')
    .select(sql<string | number>`coalesce(max(log_index) + 1, 0)`.as('next'))
    .executeTakeFirstOrThrow();
  return Number(next);
}

async function enrolFor(trx: Transaction<StampSchema>, name: string): Promise<void> {
  await trx
    .insertInto('timestamp_authorities')
    .values({ name, next_log_index: await nextLogIndex(trx) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { next_log_index } = await trx
    .selectFrom('timestamp_authorities')
    .select('next_log_index')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const bundles = await trx
    .selectFrom('bundles')
    .select(['bundle_id', 'log_index', 'created_at'])
    .where('log_index', '>=', Number(next_log_index))
    .orderBy('log_index')
    .limit(ENROL_BATCH)
    .execute();
  const last = bundles.at(-1);
  if (!last) return;
  const rows = bundles.map(({ bundle_id, created_at }) => ({
    bundle_id,
    authority: name,
    state: 'pending' as const,
    attempts: 0,
    next_attempt_at: created_at,
    stamped_at: null,
  }));
  await trx.insertInto('timestamps').values(rows).execute();
  await trx
    .updateTable('timestamp_authorities')
    .set({ next_log_index: Number(last.log_index) + 1 })
    .where('name', '=', name)
    .execute();
}

async function takeDue(
  trx: Transaction<StampSchema>,
  authorities: readonly string[],
  { now, leaseEnds }: { readonly now: Date; readonly leaseEnds: Date },
): Promise<PendingStamp[]> {
  await giveUpDeleted(trx, now);
  const due = await trx
    .selectFrom('timestamps')
    .innerJoin('bundles', 'bundles.bundle_id', 'timestamps.bundle_id')
    .select(['timestamps.bundle_id', 'authority', 'attempts'])
    .where('timestamps.state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where('authority', 'in', authorities)
    .where('bundles.status', '=', 'complete')
    .orderBy('next_attempt_at')
    .limit(BATCH)
    .forUpdate('timestamps')
    .skipLocked()
    .execute();
  for (const { bundle_id, authority, attempts } of due) {
    await trx
      .updateTable('timestamps')
      .set({ attempts: attempts + 1, next_attempt_at: leaseEnds })
      .where('bundle_id', '=', bundle_id)
      .where('authority', '=', authority)
      .execute();
  }
  return due.map((row) => ({
    bundleId: row.bundle_id,
    authority: row.authority,
    attempt: row.attempts + 1,
  }));
}

/** Bundles that were deleted before they were stamped: their files are gone. */
async function giveUpDeleted(trx: Transaction<StampSchema>, now: Date): Promise<void> {
  await trx
    .updateTable('timestamps')
    .from('bundles')
    .set({ state: 'abandoned' })
    .whereRef('bundles.bundle_id', '=', 'timestamps.bundle_id')
    .where('timestamps.state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where('bundles.status', '<>', 'complete')
    .execute();
}

async function complete(
  trx: Transaction<StampSchema>,
  { stamp, stampedAt, writeSeal }: { stamp: PendingStamp; stampedAt: Date; writeSeal: () => Promise<void> },
): Promise<void> {
  // Deletion changes this row first: it waits for us, or we see that it is gone.
  const bundle = await trx
    .selectFrom('bundles')
    .select('status')
    .where('bundle_id', '=', stamp.bundleId)
    .forShare()
    .executeTakeFirst();
  if (bundle?.status !== 'complete') return;
  await writeSeal();
  await trx
    .updateTable('timestamps')
    .set({ state: 'stamped', stamped_at: stampedAt })
    .where('bundle_id', '=', stamp.bundleId)
    .where('authority', '=', stamp.authority)
    .execute();
}
