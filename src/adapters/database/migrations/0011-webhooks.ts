import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Webhooks of jobs and monitors, and what is on its way to them. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table webhooks (
    webhook_id text primary key,
    owner_id text not null,
    subject_kind text not null check (subject_kind in ('job', 'monitor')),
    subject_id text not null,
    url text not null,
    origin text not null,
    state text not null check (state in ('active', 'disabled')),
    sealed_secret bytea not null,
    previous_sealed_secret bytea,
    previous_secret_until timestamptz,
    failing_since timestamptz,
    last_failed_at timestamptz,
    created_at timestamptz not null,
    unique (subject_kind, subject_id)
  )`,
  sql`create table webhook_deliveries (
    delivery_id text primary key,
    webhook_id text not null references webhooks on delete cascade,
    owner_id text not null,
    type text not null,
    body text,
    sealed_body bytea,
    quoted_bundle_ids text[],
    status text not null check (status in ('pending', 'delivered', 'failed', 'abandoned')),
    attempts jsonb not null,
    retries_left smallint not null check (retries_left >= 0),
    next_attempt_at timestamptz,
    claim text,
    created_at timestamptz not null,
    check ((status = 'pending') = (next_attempt_at is not null)),
    check ((body is null) = (sealed_body is not null)),
    check ((sealed_body is null) = (quoted_bundle_ids is null))
  )`,
  sql`create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending'`,
  sql`create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id)`,
  sql`create index webhook_deliveries_of_owner on webhook_deliveries (owner_id, delivery_id)`,
  sql`create index webhook_deliveries_quoting on webhook_deliveries using gin (quoted_bundle_ids)
    where quoted_bundle_ids is not null`,
];
