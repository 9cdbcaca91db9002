import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { billingPeriodOf } from '../../domain/payment/billing-period.ts';
import type {
  ChargeRepository,
  LedgerEntry,
  LedgerQuery,
  NewCharge,
  ReserveOutcome,
} from '../../domain/payment/port.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { endCharge, handCharge, insertCharge, isInForce } from './charge-rows.ts';
import { lockLedger, readBalance } from './ledger.ts';

/** No call runs longer: a reservation that is older was left by a dead process. */
const CALL_MS = 11 * 60_000;
/** How long an idempotency key stands for its first call. */
const KEY_MS = 24 * 3_600_000;
/** Charges that one look for abandoned ones releases at most. */
const RELEASED_AT_ONCE = 1_000;

/** Charges in SQL. */
export function createChargeRepository(database: Database, clock: Clock): ChargeRepository {
  const end = (chargeId: string, state: 'captured' | 'released', by: 'call' | 'anybody') =>
    database.transaction((trx) => endCharge(trx, chargeId, { state, at: clock.now(), by }));
  return {
    reserve: (charge, limitCredits) =>
      database.transaction((trx) => reserve(trx, charge, { limitCredits, clock })),
    capture: (chargeId) =>
      database.transaction(async (trx) => {
        await endCharge(trx, chargeId, { state: 'captured', at: clock.now(), by: 'call' });
        return isInForce(trx, chargeId);
      }),
    handTo: (chargeId, jobId) =>
      database.transaction(async (trx) => {
        await handCharge(trx, { chargeId, jobId, at: clock.now() });
        return isInForce(trx, chargeId);
      }),
    release: (chargeId) => end(chargeId, 'released', 'anybody'),
    async releaseAbandoned(callsUnderWay) {
      const ageMs = callsUnderWay ? CALL_MS : 0;
      const before = new Date(clock.now().getTime() - ageMs);
      const abandoned = await database.query((db) => selectAbandoned(db, before));
      for (const { charge_id } of abandoned) await end(charge_id, 'released', 'call');
    },
    balance: (ownerId, period) => database.query((db) => readBalance(db, ownerId, period)),
    entries: (query) => database.query((db) => selectEntries(db, query)),
  };
}

async function reserve(
  trx: Transaction<Schema>,
  charge: NewCharge,
  { limitCredits, clock }: { limitCredits: number; clock: Clock },
): Promise<ReserveOutcome> {
  const { ownerId, credits, idempotencyKey } = charge;
  await lockLedger(trx, ownerId);
  const at = clock.now();
  if (idempotencyKey !== null && (await isPaid(trx, { ...charge, idempotencyKey }, at)))
    return { kind: 'paid' };
  const period = billingPeriodOf(at);
  const balance = await readBalance(trx, ownerId, period);
  if (balance.usedCredits + balance.reservedCredits + credits > limitCredits)
    return { kind: 'exhausted', balance };
  const chargeId = await insertCharge(trx, charge, clock);
  return { kind: 'reserved', chargeId };
}

/**
 * Whether the key was charged, or is kept aside for a job: its first call died between that and its answer.
 * A reservation without a job was left by a call that never got so far.
 */
async function isPaid(
  trx: Transaction<Schema>,
  { ownerId, operation, idempotencyKey }: NewCharge & { readonly idempotencyKey: string },
  now: Date,
): Promise<boolean> {
  const paid = await trx
    .selectFrom('charges')
    .select('charge_id')
    .where('owner_id', '=', ownerId)
    .where('operation', '=', operation)
    .where('idempotency_key', '=', idempotencyKey)
    .where('reserved_at', '>', new Date(now.getTime() - KEY_MS))
    .where((is) =>
      is.or([
        is('state', '=', 'captured'),
        is.and([is('state', '=', 'reserved'), is('job_id', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

const selectAbandoned = (db: Kysely<Schema>, before: Date) =>
  db
    .selectFrom('charges')
    .select('charge_id')
    .where('state', '=', 'reserved')
    .where('job_id', 'is', null)
    .where('reserved_at', '<=', before)
    // A wallet's charge ends with its payment, which may be under way on the chain.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payment_id')
            .whereRef('payments.charge_id', '=', 'charges.charge_id'),
        ),
      ),
    )
    .orderBy('reserved_at')
    .limit(RELEASED_AT_ONCE)
    .execute();

async function selectEntries(db: Kysely<Schema>, query: LedgerQuery): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('charges as charge', 'charge.charge_id', 'entry.charge_id')
    .leftJoin('payments as payment', 'payment.charge_id', 'entry.charge_id')
    .selectAll('entry')
    .select(['charge.operation', 'charge.job_id', 'payment.transaction_hash'])
    .where('entry.owner_id', '=', query.ownerId)
    .where('entry.period', '=', query.period)
    .where('entry.seq', '>', query.afterSeq)
    .orderBy('entry.seq')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at,
    kind: row.kind,
    chargeId: row.charge_id,
    operation: row.operation,
    jobId: row.job_id,
    transaction: row.transaction_hash,
    credits: row.credits,
    balance: { usedCredits: row.used_credits, reservedCredits: row.reserved_credits },
  }));
}
