import type { Kysely, Selectable } from 'kysely';
import type { JobPage, JobQuery } from '../../domain/job/port.ts';
import { selectItems, toJobRecord } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';

/** A row of the table of jobs. */
export type JobRow = Selectable<Schema['jobs']>;

/** One job by its id. */
export const selectJob = (db: Kysely<Schema>, jobId: string) =>
  db.selectFrom('jobs').selectAll().where('job_id', '=', jobId);

/** One page of an owner's jobs. Their ids begin with the time they were made at: the greatest is the newest. */
export async function selectJobs(
  db: Kysely<Schema>,
  ownerId: string,
  { status, type, limit, before }: JobQuery,
): Promise<JobPage> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('batch_id', 'is', null)
    .$if(status !== null, (select) => select.where('status', '=', status))
    .$if(type !== null, (select) => select.where('type', '=', type))
    .$if(before !== null, (select) => select.where('job_id', '<', before))
    .orderBy('job_id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const batchIds = shown.filter((row) => row.type === 'batch').map(({ job_id }) => job_id);
  const items = batchIds.length > 0 ? await selectItems(db, batchIds) : [];
  const itemsOf = Map.groupBy(items, (item) => item.batch_id);
  return {
    jobs: shown.map((row) => toJobRecord(row, itemsOf.get(row.job_id))),
    next: rows.length > limit ? (shown.at(-1)?.job_id ?? null) : null,
  };
}
