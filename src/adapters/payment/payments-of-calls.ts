import type { Transaction } from 'kysely';
import type { PaymentRepository } from '../../domain/x402/port.ts';
import { tellEnd } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';
import { end, lockPayment, type PaymentRow, type PaymentTools, removeIn, update } from './change-payment.ts';
import { handCharge, insertCharge } from './charge-rows.ts';
import { claimPayment } from './claim-payment.ts';
import { selectPayments, toPaymentRecord } from './payment-rows.ts';

type Trx = Transaction<Schema>;

/** What a call does with its payment. */
export const paymentsOfCalls = ({
  database,
  clock,
  after,
  change,
}: PaymentTools): Pick<
  PaymentRepository,
  'claim' | 'forget' | 'begin' | 'makeDue' | 'handTo' | 'release'
> => ({
  claim: (payment, leaseMs) => database.transaction((trx) => claimPayment(trx, payment, { leaseMs, clock })),
  forget: (paymentId) => change(paymentId, (trx) => removeIn(trx, paymentId, 'reserved')),
  begin: (paymentId, leaseMs) =>
    change(paymentId, async (trx, row) => {
      const earlier = await selectUndelivered(trx, row, clock.now()).executeTakeFirst();
      if (earlier) return toPaymentRecord(earlier);
      const { owner_id: ownerId, operation, credits } = row;
      const charge_id = await insertCharge(trx, { ownerId, operation, credits, idempotencyKey: null }, clock);
      await update(trx, paymentId, { state: 'working', charge_id, lease_until: after(leaseMs) });
      return null;
    }),
  makeDue: (paymentId, leaseMs) =>
    change(paymentId, async (trx, { state }) => {
      if (state !== 'working') return false;
      await update(trx, paymentId, { state: 'due', lease_until: after(leaseMs) });
      return true;
    }),
  handTo: (paymentId, jobId) =>
    database.transaction(async (trx) => {
      // The order of locks: a job's row before the ledger.
      await trx.selectFrom('jobs').select('status').where('job_id', '=', jobId).forUpdate().execute();
      const { state, charge_id } = await lockPayment(trx, paymentId);
      if (state !== 'working' || charge_id === null) return false;
      await update(trx, paymentId, { state: 'held' });
      await handCharge(trx, { chargeId: charge_id, jobId, at: clock.now() });
      return true;
    }),
  release: (paymentId, from) =>
    change(paymentId, async (trx, row) => {
      if (row.state !== (from === 'due' ? 'due' : 'working')) return;
      await end(trx, row, { state: 'released', at: clock.now() });
      if (row.job_id === null) return;
      await failJob(trx, row.job_id);
      await tellEnd(trx, row.job_id, clock.now());
    }),
});

/** The newest other payment for the same request whose answer did not reach its payer. */
const selectUndelivered = (trx: Trx, row: PaymentRow, now: Date) =>
  selectPayments(trx)
    .where('payments.owner_id', '=', row.owner_id)
    .where('payments.operation', '=', row.operation)
    .where('payments.request_sha256', '=', row.request_sha256)
    .where('payments.payment_id', '<>', row.payment_id)
    .where('payments.delivered_at', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('payments.state', 'in', ['held', 'due', 'settled']),
        and([eb('payments.state', '=', 'working'), eb('payments.lease_until', '>', now)]),
      ]),
    )
    .orderBy('payments.payment_id', 'desc')
    .limit(1);

/** A job whose payment failed gives nothing. */
async function failJob(trx: Trx, jobId: string): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ status: 'failed', error_code: 'PAYMENT_INVALID', error: WITHHELD })
    .where('job_id', '=', jobId)
    .where('status', '=', 'complete')
    .execute();
}

const WITHHELD = 'The payment could not be settled. Nothing was paid, and the result is withheld.';
