import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Charges and the ledger behind them, feedback, and rate limits that processes share. */
export const ledger: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table charges (
    charge_id text primary key,
    owner_id text not null,
    period text not null,
    operation text not null,
    credits integer not null check (credits > 0),
    state text not null check (state in ('reserved', 'captured', 'released')),
    idempotency_key text,
    job_id text unique references jobs,
    reserved_at timestamptz not null
  )`,
  sql`create index charges_of_calls on charges (reserved_at) where state = 'reserved' and job_id is null`,
  sql`create index charges_by_key on charges (owner_id, operation, idempotency_key)
    where idempotency_key is not null`,
  sql`create table ledger_entries (
    owner_id text not null,
    period text not null,
    seq integer not null check (seq > 0),
    charge_id text not null references charges,
    kind text not null check (kind in ('reserve', 'capture', 'release')),
    credits integer not null check (credits > 0),
    used_credits integer not null check (used_credits >= 0),
    reserved_credits integer not null check (reserved_credits >= 0),
    at timestamptz not null,
    primary key (owner_id, period, seq)
  )`,
  sql`create unique index ledger_reserves_once on ledger_entries (charge_id) where kind = 'reserve'`,
  sql`create unique index ledger_ends_once on ledger_entries (charge_id) where kind <> 'reserve'`,
  sql`create function refuse_ledger_change() returns trigger language plpgsql as
    'begin raise exception ''entries of the ledger never change''; end'`,
  sql`create trigger ledger_never_changes before update or delete or truncate on ledger_entries
    for each statement execute function refuse_ledger_change()`,
  sql`create table feedback (
    feedback_id text primary key,
    owner_id text not null,
    message text not null,
    rating smallint check (rating between 1 and 5),
    at timestamptz not null
  )`,
  sql`create index feedback_of_owner on feedback (owner_id, at)`,
  // A limit that a crash forgets is no loss, and an unlogged table writes no WAL.
  sql`create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null,
    expire bigint
  )`,
];
