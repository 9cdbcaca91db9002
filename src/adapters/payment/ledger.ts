import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingPeriod } from '../../domain/payment/billing-period.ts';
import type { Balance, LedgerEntry } from '../../domain/payment/port.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** Sets the locks on ledgers apart from other advisory locks; any constant does. */
const LEDGER_LOCKS = 0x6c656467;

/**
 * Wait until no other transaction changes this owner's ledger. Held until the end of the transaction: entries
 * are numbered and summed only because a later one is made after an earlier one committed.
 *
 * Order of locks everywhere: the log, then a job's row, then this, then a charge's row.
 */
export async function lockLedger(trx: Trx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LEDGER_LOCKS}::int, hashtext(${ownerId}))`.execute(trx);
}

/** What an entry states beside its place and its sums. */
export interface EntryFacts {
  readonly ownerId: string;
  readonly period: BillingPeriod;
  readonly chargeId: string;
  readonly kind: LedgerEntry['kind'];
  readonly credits: number;
  readonly at: Date;
}

/** How many of its credits each kind of entry adds to the two sums. */
const MOVES = {
  reserve: { used: 0, reserved: 1 },
  capture: { used: 1, reserved: -1 },
  release: { used: 0, reserved: -1 },
} as const;

/** Append an entry under {@link lockLedger}. */
export async function appendEntry(trx: Trx, facts: EntryFacts): Promise<void> {
  const { ownerId, period, chargeId, kind, credits, at } = facts;
  const { seq, balance } = await lastEntry(trx, ownerId, period);
  await trx
    .insertInto('ledger_entries')
    .values({
      owner_id: ownerId,
      period,
      seq: seq + 1,
      charge_id: chargeId,
      kind,
      credits,
      used_credits: balance.usedCredits + MOVES[kind].used * credits,
      reserved_credits: balance.reservedCredits + MOVES[kind].reserved * credits,
      at,
    })
    .execute();
}

/** The sums of an owner's month: each entry carries them, so that one row tells what a month of rows would. */
export const readBalance = async (
  db: Kysely<Schema>,
  ownerId: string,
  period: BillingPeriod,
): Promise<Balance> => (await lastEntry(db, ownerId, period)).balance;

async function lastEntry(
  db: Kysely<Schema>,
  ownerId: string,
  period: BillingPeriod,
): Promise<Pick<LedgerEntry, 'seq' | 'balance'>> {
  const row = await db
    .selectFrom('ledger_entries')
    .select(['seq', 'used_credits', 'reserved_credits'])
    .where('owner_id', '=', ownerId)
    .where('period', '=', period)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    seq: row?.seq ?? 0,
    balance: { usedCredits: row?.used_credits ?? 0, reservedCredits: row?.reserved_credits ?? 0 },
  };
}
