import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records of signing keys, and which bundle has which timestamp. */
export const keysAndTimestamps: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table signing_keys (
    key_id text primary key,
    signer_address text not null,
    created_at timestamptz not null,
    retired_at timestamptz,
    revoked_at timestamptz,
    revoked_log_index bigint references log_leaves,
    reason text,
    check ((revoked_at is null) = (revoked_log_index is null))
  )`,
  sql`create table timestamp_authorities (
    name text primary key,
    next_log_index bigint not null
  )`,
  sql`create table timestamps (
    bundle_id text not null references bundles,
    authority text not null references timestamp_authorities,
    state text not null check (state in ('pending', 'stamped', 'abandoned')),
    attempts integer not null,
    next_attempt_at timestamptz not null,
    stamped_at timestamptz,
    primary key (bundle_id, authority)
  )`,
  sql`create index timestamps_due on timestamps (next_attempt_at) where state = 'pending'`,
];
