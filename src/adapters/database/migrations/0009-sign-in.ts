import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Wallets that signed in, and the nonces that they used up. */
export const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sign_in_nonces (
      nonce text primary key,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create index sign_in_nonces_by_end on sign_in_nonces (expires_at)`.execute(db);
    await sql`create table wallet_sessions (
      token_sha256 text primary key,
      address text not null,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create index wallet_sessions_by_end on wallet_sessions (expires_at)`.execute(db);
  },
};
