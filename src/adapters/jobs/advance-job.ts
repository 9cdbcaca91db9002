import type { Transaction } from 'kysely';
import { isWorthTelling, jobAdvanced } from '../../domain/job/job-event.ts';
import { toJobRecord } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';
import { recordEvent } from '../webhook/webhook-rows.ts';

/** How far a job has come. */
export interface JobProgress {
  readonly percent: number;
  /** Stage under way. */
  readonly message: string;
  readonly at: Date;
}

/** Note the progress of a job that is being worked on: never backwards, also when another attempt begins anew. */
export async function advanceJob(
  trx: Transaction<Schema>,
  jobId: string,
  { percent, message, at }: JobProgress,
): Promise<void> {
  const before = await trx
    .selectFrom('jobs')
    .select('progress_pct')
    .where('job_id', '=', jobId)
    .where('status', '=', 'processing')
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const advanced = await trx
    .updateTable('jobs')
    .set({ progress_pct: Math.max(before.progress_pct, percent), progress_message: message })
    .where('job_id', '=', jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isWorthTelling(before.progress_pct, advanced.progress_pct))
    await recordEvent(trx, jobAdvanced(toJobRecord(advanced), at));
}
