import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { batchProgress, endOfBatch } from '../../domain/job/batch.ts';
import type { JobItem, JobRecord } from '../../domain/job/job.ts';
import { jobAdvanced, jobEnded } from '../../domain/job/job-event.ts';
import { chargeStateOf, endChargeOfJob } from '../payment/charge-rows.ts';
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
 * End a job unless it has ended, and its charge with it; the last item to end ends its batch. Who waits for it,
 * and its webhook, are told on the commit of `trx`.
 *
 * @returns whether this ended it.
 */
export async function endJob(trx: Transaction<Schema>, jobId: string, end: JobEnd): Promise<boolean> {
  const ended = await trx
    .updateTable('jobs')
    .set({ ...end, progress_message: null })
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'processing'])
    .returning('batch_id')
    .executeTakeFirst();
  if (!ended) return false;
  const at = end.completed_at;
  const isPaymentDue = await endChargeOfJob(trx, jobId, { state: await chargeStateOf(trx, jobId), at });
  // What a wallet has not paid for is withheld: the settlement tells the end.
  if (!isPaymentDue) await tellEnd(trx, jobId, at);
  await sql`select pg_notify(${JOB_ENDED_CHANNEL}, ${jobId})`.execute(trx);
  if (ended.batch_id !== null) await endBatch(trx, ended.batch_id, at);
  return true;
}

/** End a batch if all of its items have ended. */
async function endBatch(trx: Transaction<Schema>, jobId: string, at: Date): Promise<void> {
  // Locked, so that of two items that end at once the second one sees the first.
  await trx.selectFrom('jobs').select('job_id').where('job_id', '=', jobId).forUpdate().execute();
  const items = await selectItems(trx, [jobId]);
  const end = endOfBatch(items.map(toJobItem));
  if (!end) return tellAdvance(trx, jobId, { items, at });
  const failure = end.status === 'failed' && { error_code: end.errorCode, error: end.error };
  await endJob(trx, jobId, { status: end.status, progress_pct: 100, completed_at: at, ...failure });
}

/** Tell the webhook of a batch that one more of its items has ended. */
async function tellAdvance(
  trx: Transaction<Schema>,
  jobId: string,
  { items, at }: { readonly items: readonly JobRow[]; readonly at: Date },
): Promise<void> {
  const row = await selectRow(trx, jobId);
  // A batch that is being cancelled ends at once.
  if (row.status === 'processing') await recordEvent(trx, jobAdvanced(toJobRecord(row, items), at));
}

/** Tell the webhook of a job how it ended, once: a payment that is settled later tells it too. */
export async function tellEnd(trx: Transaction<Schema>, jobId: string, at: Date): Promise<void> {
  const row = await selectRow(trx, jobId);
  const items = row.type === 'batch' ? await selectItems(trx, [jobId]) : [];
  await recordEvent(trx, jobEnded(toJobRecord(row, items), at), {
    unlessTold: ['job.completed', 'job.failed'],
  });
}

const selectRow = (trx: Transaction<Schema>, jobId: string): Promise<JobRow> =>
  trx.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow();

type JobRow = Selectable<Schema['jobs']>;

/** Rows of the items of batches, each batch in its order. */
export const selectItems = (db: Kysely<Schema>, batchIds: readonly string[]): Promise<JobRow[]> =>
  db.selectFrom('jobs').selectAll().where('batch_id', 'in', batchIds).orderBy('item_index').execute();

const toJobItem = (row: JobRow): JobItem => ({
  jobId: row.job_id,
  status: row.status,
  progressPct: row.progress_pct,
  bundleId: row.bundle_id,
  errorCode: row.error_code,
  error: row.error,
  parameters: row.parameters,
});

/**
 * A job's row as the domain knows it.
 *
 * @param items rows of its items, if it is a batch.
 */
export function toJobRecord(row: JobRow, items: readonly JobRow[] = []): JobRecord {
  return {
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
    faults: row.faults,
    items: items.map(toJobItem),
    // The row of a batch does not move while its items do.
    ...(items.length > 0 && batchProgress(items.map(toJobItem))),
  };
}
