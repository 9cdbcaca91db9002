import type { Clock } from '../../core/clock.ts';
import type { PaymentRepository } from '../../domain/x402/port.ts';
import type { Database } from '../database/database.ts';
import { tellEnd } from '../database/job-rows.ts';
import { byId, createPaymentTools, end, update } from './change-payment.ts';
import { selectByKey } from './claim-payment.ts';
import { toPaymentRecord } from './payment-rows.ts';
import { paymentsOfCalls } from './payments-of-calls.ts';
import { paymentsOfRounds } from './payments-of-rounds.ts';

/** Payments in SQL. */
export function createPaymentRepository(database: Database, clock: Clock): PaymentRepository {
  const tools = createPaymentTools(database, clock);
  const { change } = tools;
  return {
    ...paymentsOfCalls(tools),
    ...paymentsOfRounds(tools),
    settled: (paymentId, transaction) =>
      change(paymentId, async (trx, row) => {
        if (row.state !== 'due') return;
        await end(trx, row, { state: 'settled', at: clock.now() });
        await update(trx, paymentId, { transaction_hash: transaction, settled_at: clock.now() });
        if (row.job_id !== null) await tellEnd(trx, row.job_id, clock.now());
      }),
    delivered: (paymentId) =>
      change(paymentId, (trx) => update(trx, paymentId, { delivered_at: clock.now() })),
    async find(paymentId) {
      const row = await database.query((db) => byId(db, paymentId).executeTakeFirst());
      return row ? toPaymentRecord(row) : null;
    },
    async findTaken(payment) {
      const row = await database.query((db) => selectByKey(db, payment).executeTakeFirst());
      return row && row.state !== 'released' ? toPaymentRecord(row) : null;
    },
  };
}
