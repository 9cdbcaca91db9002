import { sql, type Transaction } from 'kysely';
import { EvidenceError } from '../../core/error.ts';
import { endJob, JOB_ENDED_CHANNEL } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';
import { selectJob } from './job-queries.ts';

/** Which job ends, and when. */
interface CancelOrder {
  readonly ownerId: string;
  readonly jobId: string;
  readonly at: Date;
}

/**
 * End a job as cancelled, with the items that have not ended. Whoever works on one of them is told on the commit.
 *
 * @returns the ids of all that ended by this.
 * @throws EvidenceError `NOT_FOUND`, `JOB_ENDED`.
 */
export async function cancelJob(
  trx: Transaction<Schema>,
  { ownerId, jobId, at }: CancelOrder,
): Promise<readonly string[]> {
  const job = await selectJob(trx, jobId).where('owner_id', '=', ownerId).executeTakeFirst();
  if (job?.batch_id !== null) throw new EvidenceError('NOT_FOUND');
  // Items first: an item that ends locks itself and then its batch.
  const items = job.type === 'batch' ? await cancelItems(trx, jobId, at) : [];
  const isEnded = await endJob(trx, jobId, { status: 'cancelled', completed_at: at });
  if (!isEnded) throw new EvidenceError('JOB_ENDED');
  return [jobId, ...items];
}

async function cancelItems(trx: Transaction<Schema>, batchId: string, at: Date): Promise<readonly string[]> {
  const items = await trx
    .selectFrom('jobs')
    .select('job_id')
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['queued', 'processing'])
    .orderBy('item_index')
    .forUpdate()
    .execute();
  const jobIds = items.map(({ job_id }) => job_id);
  if (jobIds.length === 0) return [];
  await trx
    .updateTable('jobs')
    .set({ status: 'cancelled', completed_at: at, progress_message: null })
    .where('job_id', 'in', jobIds)
    .execute();
  for (const jobId of jobIds) await sql`select pg_notify(${JOB_ENDED_CHANNEL}, ${jobId})`.execute(trx);
  return jobIds;
}
