import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Payments by wallet. One row for each authorization: it buys one request, once. */
export const payments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table payments (
    payment_id text primary key,
    network text not null,
    asset text not null,
    payer text not null,
    nonce text not null,
    owner_id text not null,
    signature text not null,
    authorization_fields jsonb not null,
    requirements jsonb not null,
    resource jsonb not null,
    version smallint not null,
    identifier text,
    operation text not null,
    request_sha256 text not null,
    credits integer not null,
    from_block bigint not null,
    valid_before timestamptz not null,
    state text not null check (state in ('reserved', 'working', 'held', 'due', 'settled', 'released')),
    charge_id text unique references charges,
    lease_until timestamptz not null,
    retry_at timestamptz,
    transaction_hash text,
    settled_at timestamptz,
    delivered_at timestamptz,
    unique (network, asset, payer, nonce)
  )`,
  sql`create index payments_due on payments (lease_until) where state = 'due'`,
  sql`create index payments_released on payments (valid_before) where state = 'released'`,
  sql`create index payments_of_calls on payments (lease_until) where state in ('reserved', 'working')`,
  sql`create index payments_undelivered on payments (owner_id, operation, request_sha256)
    where delivered_at is null`,
];
