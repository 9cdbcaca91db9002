import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Idempotency keys. The answers lie in files: they may hold text of documents, which never enters SQL. */
export const idempotency: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table idempotency_keys (
      owner_id text not null,
      operation text not null,
      key text not null,
      parameters_sha256 text not null,
      is_answered boolean not null,
      claimed_at timestamptz not null,
      primary key (owner_id, operation, key)
    )`.execute(db);
    await sql`create index idempotency_keys_by_age on idempotency_keys (claimed_at)`.execute(db);
  },
};
