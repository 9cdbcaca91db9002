import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a stored answer is about, so that it goes with its bundle. */
export const idempotentSubjects: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table idempotency_keys add column bundle_id text, add column job_id text`.execute(db);
  },
};
