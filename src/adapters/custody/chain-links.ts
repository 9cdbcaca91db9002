import { type Kysely, type Selectable, sql } from 'kysely';
import type { ChainLinks, CustodyLink } from '../../domain/custody/port.ts';
import type { CustodySchema } from './custody-schema.ts';

/** Runs statements: on the database itself, or inside a transaction. */
export type Query = <T>(work: (db: Kysely<CustodySchema>) => Promise<T>) => Promise<T>;

/** The links of one chain. */
export const createChainLinks = (query: Query, bundleId: string): ChainLinks => ({
  newest: (types) =>
    query(async (db) => {
      const all = db.selectFrom('custody_links').selectAll().where('bundle_id', '=', bundleId);
      const wanted = types ? all.where('type', 'in', types) : all;
      const row = await wanted.orderBy('seq', 'desc').limit(1).executeTakeFirst();
      return row ? toLink(row) : null;
    }),
  checkOfState: (stateSha256, since) =>
    query(async (db) => {
      const row = await db
        .selectFrom('custody_links')
        .selectAll()
        .where('bundle_id', '=', bundleId)
        .where('state_sha256', '=', stateSha256)
        .where('at', '>', since)
        .where(
          'seq',
          '>',
          sql<number>`(select coalesce(max(seq), 0) from custody_links where bundle_id = ${bundleId} and type = 'handoff')`,
        )
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? toLink(row) : null;
    }),
});

/** A link as it lies in its row. */
export const toLink = (row: Selectable<CustodySchema['custody_links']>): CustodyLink => ({
  seq: row.seq,
  type: row.type,
  receiptId: row.receipt_id,
  at: row.at,
  lineSha256: row.line_sha256,
  recordSha256: row.record_sha256,
  keyId: row.key_id,
  signerAddress: row.signer_address,
  signature: row.signature,
  stateSha256: row.state_sha256,
});

/** The row of a link. */
export const toRow = (bundleId: string, link: CustodyLink): Selectable<CustodySchema['custody_links']> => ({
  bundle_id: bundleId,
  seq: link.seq,
  type: link.type,
  receipt_id: link.receiptId,
  at: link.at,
  line_sha256: link.lineSha256,
  record_sha256: link.recordSha256,
  key_id: link.keyId,
  signer_address: link.signerAddress,
  signature: link.signature,
  state_sha256: link.stateSha256,
});
