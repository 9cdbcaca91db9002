import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Items of batches, lists of jobs, and how often a job failed by a fault of ours. */
export const batches: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table jobs add column batch_id text references jobs, add column item_index integer`.execute(
      db,
    );
    await sql`alter table jobs add column faults integer not null default 0`.execute(db);
    await sql`create index jobs_of_batch on jobs (batch_id, item_index) where batch_id is not null`.execute(
      db,
    );
    await sql`create index jobs_of_owner on jobs (owner_id, job_id) where batch_id is null`.execute(db);
  },
};
