import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { JobRecord } from '../../domain/job/job.ts';
import { jobEnded } from '../../domain/job/job-event.ts';
import { endChargeOfJob, stateAfter } from '../payment/charge-rows.ts';
import { recordEvent } from '../webhook/webhook-rows.ts';
import type { Schema } from './schema.ts';

/** Channel that tells the id of each job that has ended. */
export const JOB_ENDED_CHANNEL = 'affiant_job_ended';

/** How a job ended. */
export type JobEnd = Pick<Updateable<Schema['jobs']>, 'error_code' | 'error' | 'progress_pct'> & {
  readonly status: 'complete' | 'failed' | 'cancelled';
  readonly completed_at: Date;
};

/**
 * End a job unless it has ended, and its charge with it. Who waits for it, and its webhook, are told on the commit
 * of `trx`.
 */
export async function endJob(trx: Transaction<Schema>, jobId: string, end: JobEnd): Promise<void> {
  const ended = await trx
    .updateTable('jobs')
    .set({ ...end, progress_message: null })
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'processing'])
    .returningAll()
    .executeTakeFirst();
  if (!ended) return;
  await endChargeOfJob(trx, jobId, { state: stateAfter(end.status), at: end.completed_at });
  await recordEvent(trx, jobEnded(toJobRecord(ended), end.completed_at));
  await sql`select pg_notify(${JOB_ENDED_CHANNEL}, ${jobId})`.execute(trx);
}

/** A job's row as the domain knows it. */
export const toJobRecord = (row: Selectable<Schema['jobs']>): JobRecord => ({
  jobId: row.job_id,
  ownerId: row.owner_id,
  type: row.type,
  status: row.status,
  progressPct: row.progress_pct,
  progressMessage: row.progress_message,
  bundleId: row.bundle_id,
  errorCode: row.error_code,
  error: row.error,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  priceCredits: row.price_credits,
  parameters: row.parameters,
});
