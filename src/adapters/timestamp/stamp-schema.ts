import type { ColumnType, Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** `bigint`: PGlite reads it as a number, `pg` as text. */
type BigInteger = ColumnType<string | number, number, number>;

interface AuthoritiesTable {
  readonly name: string;
  /** Bundles before this index of the log are noted already, or older than the authority. */
  readonly next_log_index: BigInteger;
}

interface TimestampsTable {
  readonly bundle_id: string;
  readonly authority: string;
  readonly state: 'pending' | 'stamped' | 'abandoned';
  readonly attempts: number;
  readonly next_attempt_at: Date;
  /** Time of the token. */
  readonly stamped_at: Date | null;
}

// A type, not an interface: `withTables` wants one that no declaration elsewhere can add to.
type StampTables = {
  readonly timestamp_authorities: AuthoritiesTable;
  readonly timestamps: TimestampsTable;
};

/** The service's tables with those of this folder. */
export type StampSchema = Schema & StampTables;

/** A connection that sees the tables of this folder too. */
export const withStampTables = (db: Kysely<Schema>): Kysely<StampSchema> => db.withTables<StampTables>();

/** {@link withStampTables} inside a transaction. */
export const withStampTablesIn = (trx: Transaction<Schema>): Transaction<StampSchema> =>
  trx.withTables<StampTables>();
