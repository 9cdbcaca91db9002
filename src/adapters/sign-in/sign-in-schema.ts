import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

interface SignInNoncesTable {
  readonly nonce: string;
  readonly expires_at: Date;
}

interface WalletSessionsTable {
  readonly token_sha256: string;
  readonly address: string;
  readonly expires_at: Date;
}

// A type, not an interface: `withTables` wants one that no declaration elsewhere can add to.
type SignInTables = {
  readonly sign_in_nonces: SignInNoncesTable;
  readonly wallet_sessions: WalletSessionsTable;
};

type SignInSchema = Schema & SignInTables;

/** The database seen with the tables of this folder. */
export const withSignInTables = (db: Kysely<Schema>): Kysely<SignInSchema> => db.withTables<SignInTables>();

/** The same in a transaction. */
export const withSignInTablesIn = (trx: Transaction<Schema>): Transaction<SignInSchema> =>
  trx.withTables<SignInTables>();
