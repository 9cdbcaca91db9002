import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Monitors, every check of them, and the epochs of checks that are in the log. */
export const monitors: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table monitors (
    monitor_id text primary key,
    owner_id text not null,
    settings jsonb not null,
    status text not null check (status in ('active', 'failing', 'paused', 'exhausted')),
    created_at timestamptz not null,
    checks_remaining integer not null check (checks_remaining >= 0),
    faults integer not null check (faults >= 0),
    due_at timestamptz,
    current_check jsonb not null,
    sealing_job_id text,
    baseline jsonb,
    bundle_id text,
    manifest_sha256 text,
    check_count integer not null check (check_count >= 0),
    open_epoch text,
    sealed_until timestamptz,
    lease_id text,
    lease_until timestamptz
  )`,
  sql`create index monitors_of_owner on monitors (owner_id, monitor_id)`,
  sql`create index monitors_due on monitors (due_at) where due_at is not null`,
  sql`create index monitors_sealing on monitors (sealing_job_id) where sealing_job_id is not null`,
  sql`create index monitors_open_epochs on monitors (open_epoch) where open_epoch is not null`,
  sql`create table monitor_checks (
    check_id text primary key,
    monitor_id text not null references monitors on delete cascade,
    seq integer not null check (seq > 0),
    at timestamptz not null,
    epoch text not null,
    outcome text not null check (outcome in ('baseline', 'unchanged', 'changed', 'blocked', 'error')),
    http_status smallint,
    content_sha256 text,
    bundle_id text,
    manifest_sha256 text,
    previous_bundle_id text,
    error_code text,
    unique (monitor_id, seq)
  )`,
  sql`create index monitor_checks_by_epoch on monitor_checks (monitor_id, epoch)`,
  sql`create index monitor_checks_by_bundle on monitor_checks (bundle_id) where bundle_id is not null`,
  sql`create index monitor_checks_by_previous_bundle on monitor_checks (previous_bundle_id)
    where previous_bundle_id is not null`,
  sql`create table monitor_epochs (
    monitor_id text not null references monitors on delete cascade,
    epoch text not null,
    count integer not null check (count > 0),
    root bytea not null,
    log_index bigint not null,
    primary key (monitor_id, epoch)
  )`,
];
