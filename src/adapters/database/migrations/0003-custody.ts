import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links of the custody chains, and what is left of deleted bundles. */
export const custody: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table custody_links (
    bundle_id text not null references bundles,
    seq integer not null check (seq > 0),
    type text not null,
    receipt_id text not null unique,
    at timestamptz not null,
    line_sha256 text not null,
    record_sha256 text not null,
    key_id text not null,
    signer_address text not null,
    signature text not null,
    state_sha256 text,
    primary key (bundle_id, seq)
  )`,
  sql`create table tombstones (
    bundle_id text primary key references bundles,
    tombstone_id text not null unique,
    tombstone text not null,
    last_custody_record text not null,
    purged_at timestamptz
  )`,
  sql`create index tombstones_unpurged on tombstones (bundle_id) where purged_at is null`,
  sql`create index bundles_retained on bundles (bundle_id)
    where status = 'complete' and retention_until is not null and not legal_hold`,
  sql`create index bundles_held on bundles (bundle_id) where legal_hold`,
];
