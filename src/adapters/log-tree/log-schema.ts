import type { ColumnType, Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** `bigint`: PGlite reads it as a number, `pg` as text. */
type BigInteger = ColumnType<string | number, number, never>;

interface LogNodesTable {
  /** A multiple of `LEVEL_STEP`; level 0 is `log_leaves`. */
  readonly level: number;
  readonly node_index: BigInteger;
  readonly hash: Uint8Array;
}

interface CheckpointsTable {
  readonly checkpoint_id: string;
  readonly tree_size: BigInteger;
  readonly root_hash: Uint8Array;
  readonly first_leaf: BigInteger;
  readonly note: string | null;
  readonly created_at: Date;
}

interface CosignaturesTable {
  readonly checkpoint_id: string;
  /** Verifier key. */
  readonly witness: string;
  readonly line: string;
  readonly cosigned_at: Date;
}

// A type, not an interface: `withTables` wants one that no declaration elsewhere can add to.
type LogTables = {
  readonly log_nodes: LogNodesTable;
  readonly checkpoints: CheckpointsTable;
  readonly cosignatures: CosignaturesTable;
};

/** The service's tables with those of this folder. */
export type LogSchema = Schema & LogTables;

/** A connection that sees the tables of this folder too. */
export const withLogTables = (db: Kysely<Schema>): Kysely<LogSchema> => db.withTables<LogTables>();

/** {@link withLogTables} inside a transaction. */
export const withLogTablesIn = (trx: Transaction<Schema>): Transaction<LogSchema> =>
  trx.withTables<LogTables>();
