import type { Transaction } from 'kysely';
import { fromUtf8, utf8 } from '../../core/bytes.ts';
import { encodeCanonical } from '../../core/canonical-json.ts';
import { type CustodyRecord, parseCustodyLine } from '../../domain/custody/record.ts';
import type { DeletionRepository, LockedDeletion } from '../../domain/deletion/port.ts';
import { encodeTombstone, parseTombstone, type Tombstone } from '../../domain/deletion/tombstone.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Query } from './chain-links.ts';
import { findBundle, selectBundles } from './custody-bundle.ts';
import { withCustodyTables, withCustodyTablesIn } from './custody-schema.ts';
import { appendToLog, lockChain } from './lock-chain.ts';

const PAGE = 100;

/** Deletions in SQL. */
export function createDeletionRepository(database: Database): DeletionRepository {
  const query: Query = (work) => database.query((db) => work(withCustodyTables(db)));
  return {
    exclusively: (bundleId, work) =>
      database.transaction(async (trx) => work(await lockDeletion(trx, bundleId))),
    burial: (bundleId) =>
      query(async (db) => {
        const bundle = await findBundle(db, bundleId);
        const row = await db
          .selectFrom('tombstones')
          .select(['tombstone', 'last_custody_record', 'purged_at'])
          .where('bundle_id', '=', bundleId)
          .executeTakeFirst();
        if (!bundle || !row) return null;
        const { record } = parseCustodyLine(utf8(row.last_custody_record));
        return { bundle, tombstone: parseTombstone(utf8(row.tombstone)), record, purgedAt: row.purged_at };
      }),
    async markPurged(bundleId, purgedAt) {
      await query((db) =>
        db
          .updateTable('tombstones')
          .set({ purged_at: purgedAt })
          .where('bundle_id', '=', bundleId)
          .where('purged_at', 'is', null)
          .execute(),
      );
    },
    unpurged: (after) =>
      query((db) =>
        selectBundles(db)
          .where('tombstone_id', 'is not', null)
          .where('purged_at', 'is', null)
          .where('tombstones.bundle_id', '>', after)
          .orderBy('tombstones.bundle_id')
          .limit(PAGE)
          .execute(),
      ),
    due: (now, after) =>
      query((db) =>
        selectBundles(db)
          .where('status', '=', 'complete')
          .where('legal_hold', '=', false)
          .where('retention_until', '<=', now)
          .where('bundles.bundle_id', '>', after)
          .orderBy('bundles.bundle_id')
          .limit(PAGE)
          .execute(),
      ),
  };
}

async function lockDeletion(plain: Transaction<Schema>, bundleId: string): Promise<LockedDeletion> {
  const locked = await lockChain(plain, bundleId);
  return {
    ...locked,
    appendTombstoneEntry: (text) => appendToLog(plain, { text, kind: 'tombstone', bundleId }),
    bury: (tombstone, record) => bury(plain, tombstone, record),
  };
}

async function bury(plain: Transaction<Schema>, tombstone: Tombstone, record: CustodyRecord): Promise<void> {
  const trx = withCustodyTablesIn(plain);
  const { bundle_id, tombstone_id } = tombstone;
  await trx
    .insertInto('tombstones')
    .values({
      bundle_id,
      tombstone_id,
      tombstone: fromUtf8(encodeTombstone(tombstone)),
      last_custody_record: encodeCanonical(record),
      purged_at: null,
    })
    .execute();
  await trx.updateTable('bundles').set({ status: 'deleted' }).where('bundle_id', '=', bundle_id).execute();
  // They name the URL or the file.
  await trx.updateTable('jobs').set({ parameters: '{}' }).where('bundle_id', '=', bundle_id).execute();
}
