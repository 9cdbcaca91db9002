import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys, bundles, jobs, the log's leaves and settings of the service. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table api_keys (
    id text primary key,
    secret_sha256 text not null,
    plan text not null,
    email text,
    state text not null check (state in ('active', 'suspended', 'revoked')),
    created_at timestamptz not null
  )`,
  sql`create table jobs (
    job_id text primary key,
    owner_id text not null,
    type text not null,
    status text not null check (status in ('queued', 'processing', 'complete', 'failed', 'cancelled')),
    progress_pct integer not null check (progress_pct between 0 and 100),
    progress_message text,
    bundle_id text,
    error_code text,
    error text,
    created_at timestamptz not null,
    started_at timestamptz,
    completed_at timestamptz,
    price_credits integer not null,
    parameters jsonb not null
  )`,
  sql`create table log_leaves (
    leaf_index bigint primary key check (leaf_index >= 0),
    leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
    entry text not null,
    kind text not null,
    bundle_id text
  )`,
  sql`create table bundles (
    bundle_id text primary key,
    owner_id text not null,
    job_id text unique,
    status text not null check (status in ('pending', 'complete', 'failed', 'deleted')),
    mode text not null,
    created_at timestamptz not null,
    source_key text not null,
    manifest_sha256 text not null,
    signature_sha256 text not null,
    parent_bundle_id text references bundles,
    superseded_by text references bundles,
    legal_hold boolean not null,
    retention_until timestamptz,
    log_index bigint not null unique references log_leaves
  )`,
  sql`create index bundles_of_source on bundles (owner_id, source_key, log_index)`,
  sql`create index bundles_of_parent on bundles (parent_bundle_id)`,
  sql`create table service_settings (
    name text primary key,
    value jsonb not null
  )`,
];
