import type { Kysely, Selectable } from 'kysely';
import { fromKysely } from 'pg-boss';
import { type Clock, systemClock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../../domain/bundle/port.ts';
import { isEnded } from '../../domain/job/job.ts';
import type { JobRepository, NewJob } from '../../domain/job/port.ts';
import type { Database } from '../database/database.ts';
import { endJob, toJobRecord } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';
import { insertWebhook, type WebhookHolder } from '../webhook/webhook-rows.ts';
import { advanceJob } from './advance-job.ts';
import { JOBS, type JobQueue } from './queue.ts';
import { waitUntil } from './wait-until.ts';

/** Where jobs live. */
export interface JobRepositoryParts {
  readonly database: Database;
  readonly queue: JobQueue;
  /** Where a failed job may have left a bundle that nobody can see. */
  readonly store: Pick<BundleStore, 'remove'>;
  readonly clock?: Clock;
}

/** Job rows in SQL with pg-boss behind them. */
export function createJobRepository({
  database,
  queue,
  store,
  clock = systemClock,
}: JobRepositoryParts): JobRepository {
  const find: JobRepository['find'] = async (jobId) => {
    const row = await database.query((db) => selectJob(db, jobId).executeTakeFirst());
    return row ? toJobRecord(row) : null;
  };
  return {
    find,
    enqueue(job) {
      return database.transaction(async (trx) => {
        const row = await insertJob(trx, job, clock.now());
        if (job.webhook) await insertWebhook(trx, job.webhook, holderOf(row));
        await queue.boss.send(JOBS, { jobId: job.jobId }, { priority: job.priority, db: fromKysely(trx) });
        return toJobRecord(row);
      });
    },
    async get(ownerId, jobId) {
      const job = await find(jobId);
      return job?.ownerId === ownerId ? job : null;
    },
    async start(jobId) {
      const row = await database.query((db) => startJob(db, jobId, clock.now()));
      return row ? toJobRecord(row) : null;
    },
    progress: (jobId, percent, message) =>
      database.transaction((trx) => advanceJob(trx, jobId, { percent, message, at: clock.now() })),
    async fail(jobId, errorCode, error) {
      const end = { status: 'failed', error_code: errorCode, error, completed_at: clock.now() } as const;
      const orphan = await database.transaction(async (trx) => {
        await endJob(trx, jobId, end);
        return selectOrphan(trx, jobId).executeTakeFirst();
      });
      if (orphan?.bundle_id) await store.remove(orphan.bundle_id);
    },
    async waitForEnd(jobId, signal) {
      return waitUntil({ changes: queue.ended, jobId, signal }, async () => {
        const job = await find(jobId);
        if (!job) throw new EvidenceError('NOT_FOUND');
        return { value: job, isFinal: isEnded(job.status) };
      });
    },
  };
}

const holderOf = (row: Selectable<Schema['jobs']>): WebhookHolder => ({
  ownerId: row.owner_id,
  subject: { kind: 'job', id: row.job_id },
  at: row.created_at,
});

const selectJob = (db: Kysely<Schema>, jobId: string) =>
  db.selectFrom('jobs').selectAll().where('job_id', '=', jobId);

/** The bundle that an attempt of a failed job may have made visible before it died: no other can publish it now. */
const selectOrphan = (db: Kysely<Schema>, jobId: string) =>
  db
    .selectFrom('jobs')
    .leftJoin('bundles', 'bundles.bundle_id', 'jobs.bundle_id')
    .select('jobs.bundle_id')
    .where('jobs.job_id', '=', jobId)
    .where('jobs.status', '=', 'failed')
    .where('bundles.bundle_id', 'is', null);

const insertJob = (db: Kysely<Schema>, job: NewJob, createdAt: Date) =>
  db
    .insertInto('jobs')
    .values({
      job_id: job.jobId,
      owner_id: job.ownerId,
      type: job.type,
      status: 'queued',
      progress_pct: 0,
      bundle_id: job.bundleId,
      created_at: createdAt,
      price_credits: job.priceCredits,
      parameters: JSON.stringify(job.parameters),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Its first start stays on the row: another attempt is the same job. */
const startJob = (db: Kysely<Schema>, jobId: string, startedAt: Date) =>
  db
    .updateTable('jobs')
    .set(({ fn, ref, val }) => ({
      status: 'processing',
      started_at: fn.coalesce(ref('started_at'), val(startedAt)),
    }))
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'processing'])
    .returningAll()
    .executeTakeFirst();
