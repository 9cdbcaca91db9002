import type { JobPayment, JobPayments } from '../../domain/job/paid-job.ts';
import type { Database } from '../database/database.ts';
import { selectPayments, toPaymentRecord } from './payment-rows.ts';

/** Payments for jobs in SQL. */
export const createJobPayments = (database: Database): JobPayments => ({
  async ofJobs(jobIds) {
    if (jobIds.length === 0) return new Map();
    const rows = await database.query((db) =>
      selectPayments(db)
        .where('charges.job_id', 'in', jobIds)
        .where('payments.state', 'in', ['held', 'due', 'settled'])
        .execute(),
    );
    return new Map(
      rows.map(toPaymentRecord).map((payment) => {
        const { jobId, transaction, requirements, payer } = payment;
        const { network, amount } = requirements;
        const paid: JobPayment | 'due' =
          transaction === null ? 'due' : { transaction, network, payer, amount };
        return [jobId ?? '', paid];
      }),
    );
  },
});
