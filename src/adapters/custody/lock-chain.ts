import { sql, type Transaction } from 'kysely';
import { EvidenceError } from '../../core/error.ts';
import type { LockedChain } from '../../domain/custody/port.ts';
import { appendLeaf, lockLog } from '../database/log-leaves.ts';
import type { Schema } from '../database/schema.ts';
import { createChainLinks, toRow } from './chain-links.ts';
import { findBundle } from './custody-bundle.ts';
import { withCustodyTablesIn } from './custody-schema.ts';

/** Beside the id of the bundle, so that no other lock of the service is meant; any constant does. */
const CHAIN_LOCK = 0x63757374;

/**
 * Lock a bundle's chain until the transaction ends. Always before the log is locked, and the log before rows of
 * bundles, as publications do: whoever waits for one of them holds none that the other needs.
 *
 * @throws EvidenceError `NOT_FOUND` when there never was such a bundle.
 */
export async function lockChain(plain: Transaction<Schema>, bundleId: string): Promise<LockedChain> {
  const trx = withCustodyTablesIn(plain);
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}, hashtext(${bundleId}))`.execute(trx);
  const bundle = await findBundle(trx, bundleId);
  if (!bundle) throw new EvidenceError('NOT_FOUND');
  return {
    ...createChainLinks((work) => work(trx), bundleId),
    bundle,
    async append(link) {
      await trx.insertInto('custody_links').values(toRow(bundleId, link)).execute();
    },
    async setHold(isHeld, logEntry) {
      await appendToLog(plain, { text: logEntry, kind: isHeld ? 'hold' : 'release', bundleId });
      await trx
        .updateTable('bundles')
        .set({ legal_hold: isHeld })
        .where('bundle_id', '=', bundleId)
        .execute();
    },
  };
}

/** Append an entry to the log. @returns its index. */
export async function appendToLog(
  trx: Transaction<Schema>,
  entry: { readonly text: string; readonly kind: string; readonly bundleId: string },
): Promise<number> {
  await lockLog(trx);
  return appendLeaf(trx, entry);
}
