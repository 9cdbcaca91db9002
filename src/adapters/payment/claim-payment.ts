import type { Selectable, Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { NewPayment, PaymentClaim } from '../../domain/x402/port.ts';
import type { Schema } from '../database/schema.ts';
import { endCharge } from './charge-rows.ts';
import { lockLedger } from './ledger.ts';
import { keyOf, newRow, requestFields, selectPayments, toPaymentRecord } from './payment-rows.ts';

type Trx = Transaction<Schema>;
type Row = Selectable<Schema['payments']>;

/** Take an authorization, or say who has it. The unique key lets one of many through. */
export async function claimPayment(
  trx: Trx,
  payment: NewPayment,
  { leaseMs, clock }: { readonly leaseMs: number; readonly clock: Clock },
): Promise<PaymentClaim> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  await lockLedger(trx, payment.ownerId);
  const inserted = await trx
    .insertInto('payments')
    .values(newRow(payment, leaseUntil, clock))
    .onConflict((conflict) => conflict.doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  if (inserted) return read(trx, inserted.payment_id, 'claimed');
  const row = await selectByKey(trx, payment).executeTakeFirst();
  if (!row) return { kind: 'busy' };
  // Payer and nonce are public once it is settled: the same signature is the least that a copy must show.
  if (row.signature !== payment.signature) return { kind: 'other-signature' };
  if (isFree(row, now)) {
    await takeAnew(trx, row, { payment, leaseUntil, now });
    return read(trx, row.payment_id, 'claimed');
  }
  if (row.request_sha256 !== payment.requestSha256 || row.operation !== payment.operation)
    return { kind: 'other-request' };
  return isUnderWay(row) ? { kind: 'busy' } : read(trx, row.payment_id, 'known');
}

/** The row of this authorization. */
export const selectByKey = (db: Pick<Trx, 'selectFrom'>, payment: Parameters<typeof keyOf>[0]) => {
  const { network, asset, payer, nonce } = keyOf(payment);
  return selectPayments(db)
    .where('payments.network', '=', network)
    .where('payments.asset', '=', asset)
    .where('payments.payer', '=', payer)
    .where('payments.nonce', '=', nonce);
};

const isUnderWay = ({ state }: Row): boolean => state === 'reserved' || state === 'working';

/** Given back, or left by a process that died before it had done the work. */
const isFree = (row: Row, now: Date): boolean =>
  row.state === 'released' || (isUnderWay(row) && row.lease_until <= now);

async function takeAnew(
  trx: Trx,
  { payment_id, charge_id }: Row,
  {
    payment,
    leaseUntil,
    now,
  }: { readonly payment: NewPayment; readonly leaseUntil: Date; readonly now: Date },
): Promise<void> {
  if (charge_id !== null) await endCharge(trx, charge_id, { state: 'released', at: now, by: 'anybody' });
  await trx
    .updateTable('payments')
    .set({
      ...requestFields(payment),
      state: 'reserved',
      charge_id: null,
      lease_until: leaseUntil,
      delivered_at: null,
    })
    .where('payment_id', '=', payment_id)
    .execute();
}

async function read(trx: Trx, paymentId: string, kind: 'claimed' | 'known'): Promise<PaymentClaim> {
  const row = await selectPayments(trx)
    .where('payments.payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return { kind, payment: toPaymentRecord(row) };
}
