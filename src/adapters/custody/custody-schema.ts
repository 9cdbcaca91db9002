import type { Kysely, Transaction } from 'kysely';
import type { CustodyType } from '../../domain/custody/record.ts';
import type { Schema } from '../database/schema.ts';

interface CustodyLinksTable {
  readonly bundle_id: string;
  readonly seq: number;
  readonly type: CustodyType;
  readonly receipt_id: string;
  readonly at: Date;
  readonly line_sha256: string;
  readonly record_sha256: string;
  readonly key_id: string;
  readonly signer_address: string;
  readonly signature: string;
  readonly state_sha256: string | null;
}

interface TombstonesTable {
  readonly bundle_id: string;
  readonly tombstone_id: string;
  /** `tombstone.json`. */
  readonly tombstone: string;
  /** That of the deletion, canonical JSON. */
  readonly last_custody_record: string;
  readonly purged_at: Date | null;
}

// A type, not an interface: `withTables` wants one that no declaration elsewhere can add to.
type CustodyTables = {
  readonly custody_links: CustodyLinksTable;
  readonly tombstones: TombstonesTable;
};

/** The service's tables with those of this folder. */
export type CustodySchema = Schema & CustodyTables;

/** A connection that sees the tables of this folder too. */
export const withCustodyTables = (db: Kysely<Schema>): Kysely<CustodySchema> =>
  db.withTables<CustodyTables>();

/** {@link withCustodyTables} inside a transaction. */
export const withCustodyTablesIn = (trx: Transaction<Schema>): Transaction<CustodySchema> =>
  trx.withTables<CustodyTables>();
