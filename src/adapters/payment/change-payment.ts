import type { Transaction, Updateable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { PaymentState } from '../../domain/x402/port.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { endCharge } from './charge-rows.ts';
import { lockLedger } from './ledger.ts';
import { selectPayments } from './payment-rows.ts';

type Trx = Transaction<Schema>;
export type PaymentRow = Awaited<ReturnType<typeof lockPayment>>;

/** What payments are changed with. */
export interface PaymentTools {
  readonly database: Database;
  readonly clock: Clock;
  /** The moment `ms` from now. */
  after(ms: number): Date;
  /** Change one payment alone among all processes. */
  change<T>(paymentId: string, work: (trx: Trx, row: PaymentRow) => Promise<T>): Promise<T>;
}

/** Tools over one database. Each change holds the lock of its owner's ledger: first that, then rows. */
export const createPaymentTools = (database: Database, clock: Clock): PaymentTools => ({
  database,
  clock,
  after: (ms) => new Date(clock.now().getTime() + ms),
  change: (paymentId, work) =>
    database.transaction(async (trx) => work(trx, await lockPayment(trx, paymentId))),
});

/** A payment that no other transaction changes until the end of this one. */
export async function lockPayment(trx: Trx, paymentId: string) {
  const { owner_id } = await trx
    .selectFrom('payments')
    .select('owner_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await lockLedger(trx, owner_id);
  return byId(trx, paymentId).executeTakeFirstOrThrow();
}

/** The payment with this id. */
export const byId = (db: Pick<Trx, 'selectFrom'>, paymentId: string) =>
  selectPayments(db).where('payments.payment_id', '=', paymentId);

/** Set members of a row. */
export async function update(
  trx: Trx,
  paymentId: string,
  fields: Updateable<Schema['payments']>,
): Promise<void> {
  await trx.updateTable('payments').set(fields).where('payment_id', '=', paymentId).execute();
}

/** Remove a row that is in this state. */
export async function removeIn(trx: Trx, paymentId: string, state: PaymentState): Promise<void> {
  await trx.deleteFrom('payments').where('payment_id', '=', paymentId).where('state', '=', state).execute();
}

/** End a payment and its charge. */
export async function end(
  trx: Trx,
  { payment_id, charge_id }: Pick<PaymentRow, 'payment_id' | 'charge_id'>,
  { state, at }: { readonly state: Extract<PaymentState, 'settled' | 'released'>; readonly at: Date },
): Promise<void> {
  await update(trx, payment_id, { state });
  const chargeState = state === 'settled' ? 'captured' : 'released';
  if (charge_id !== null) await endCharge(trx, charge_id, { state: chargeState, at, by: 'anybody' });
}
