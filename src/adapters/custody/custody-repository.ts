import type { CustodyRepository } from '../../domain/custody/port.ts';
import type { Database } from '../database/database.ts';
import { createChainLinks, type Query, toLink } from './chain-links.ts';
import { findBundle, selectBundles } from './custody-bundle.ts';
import { withCustodyTables } from './custody-schema.ts';
import { lockChain } from './lock-chain.ts';

const PAGE = 100;

/** Links of custody chains in SQL. */
export function createCustodyRepository(database: Database): CustodyRepository {
  const query: Query = (work) => database.query((db) => work(withCustodyTables(db)));
  return {
    exclusively: (bundleId, work) =>
      database.transaction(async (trx) => work(await lockChain(trx, bundleId))),
    bundle: (bundleId) => query((db) => findBundle(db, bundleId)),
    links: (bundleId) => createChainLinks(query, bundleId),
    ofReceipt: (receiptId) =>
      query(async (db) => {
        const row = await db
          .selectFrom('custody_links')
          .selectAll()
          .where('receipt_id', '=', receiptId)
          .executeTakeFirst();
        const bundle = row ? await findBundle(db, row.bundle_id) : null;
        return row && bundle ? { bundle, link: toLink(row) } : null;
      }),
    heldWithoutRecord: () =>
      query((db) =>
        selectBundles(db)
          .where('legal_hold', '=', true)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('custody_links')
                  .select('seq')
                  .whereRef('custody_links.bundle_id', '=', 'bundles.bundle_id')
                  .where('type', '=', 'hold'),
              ),
            ),
          )
          .orderBy('bundles.bundle_id')
          .limit(PAGE)
          .execute(),
      ),
  };
}
