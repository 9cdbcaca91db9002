import type { Insertable, Kysely, Transaction } from 'kysely';
import { fromKysely } from 'pg-boss';
import { type Clock, systemClock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../../domain/bundle/port.ts';
import { isEnded, type JobRecord } from '../../domain/job/job.ts';
import type { JobRepository, NewBatch, NewJob } from '../../domain/job/port.ts';
import type { Database } from '../database/database.ts';
import { endJob, selectItems, toJobRecord } from '../database/job-rows.ts';
import type { Schema } from '../database/schema.ts';
import { insertWebhook } from '../webhook/webhook-rows.ts';
import { advanceJob } from './advance-job.ts';
import { cancelJob } from './cancel-job.ts';
import { type JobRow, selectJob, selectJobs } from './job-queries.ts';
import { JOBS, type JobQueue } from './queue.ts';
import { waitUntil } from './wait-until.ts';

/** Where jobs live. */
export interface JobRepositoryParts {
  readonly database: Database;
  readonly queue: JobQueue;
  /** Where an ended job may have left a bundle that nobody can see. */
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
  const find: JobRepository['find'] = (jobId) =>
    database.query(async (db) => {
      const row = await selectJob(db, jobId).executeTakeFirst();
      return row ? toRecordWithItems(db, row) : null;
    });
  const removeOrphans = async (jobIds: readonly string[]) => {
    const orphans = await database.query((db) => selectOrphans(db, jobIds).execute());
    for (const { bundle_id } of orphans) if (bundle_id !== null) await store.remove(bundle_id);
  };
  return {
    find,
    enqueue(job) {
      return database.transaction(async (trx) => {
        const row = await insertJob(trx, job, { created_at: clock.now() });
        await send(queue, trx, job);
        return toJobRecord(row);
      });
    },
    enqueueBatch(batch) {
      return database.transaction((trx) => enqueueBatch(queue, trx, { batch, created_at: clock.now() }));
    },
    async get(ownerId, jobId) {
      return database.query(async (db) => {
        const row = await selectJob(db, jobId).where('owner_id', '=', ownerId).executeTakeFirst();
        return row?.batch_id === null ? toRecordWithItems(db, row) : null;
      });
    },
    list: (ownerId, query) => database.query((db) => selectJobs(db, ownerId, query)),
    async cancel(ownerId, jobId) {
      const cancelled = await database.transaction((trx) =>
        cancelJob(trx, { ownerId, jobId, at: clock.now() }),
      );
      await removeOrphans(cancelled);
      const job = await find(jobId);
      if (!job) throw new EvidenceError('NOT_FOUND');
      return { job, cancelled };
    },
    async start(jobId) {
      const row = await database.query((db) => startJob(db, jobId, clock.now()));
      return row ? toJobRecord(row) : null;
    },
    progress: (jobId, percent, message) =>
      database.transaction((trx) => advanceJob(trx, jobId, { percent, message, at: clock.now() })),
    async fail(jobId, errorCode, error) {
      const end = { status: 'failed', error_code: errorCode, error, completed_at: clock.now() } as const;
      await database.transaction((trx) => endJob(trx, jobId, end));
      await removeOrphans([jobId]);
    },
    async countFault(jobId) {
      await database.query((db) => addFault(db, jobId));
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

const toRecordWithItems = async (db: Kysely<Schema>, row: JobRow): Promise<JobRecord> =>
  toJobRecord(row, row.type === 'batch' ? await selectItems(db, [row.job_id]) : []);

/** Bundles that attempts of ended jobs may have made visible before they died: no other can publish them now. */
const selectOrphans = (db: Kysely<Schema>, jobIds: readonly string[]) =>
  db
    .selectFrom('jobs')
    .leftJoin('bundles', 'bundles.bundle_id', 'jobs.bundle_id')
    .select('jobs.bundle_id')
    .where('jobs.job_id', 'in', jobIds)
    .where('jobs.status', 'in', ['failed', 'cancelled'])
    .where('bundles.bundle_id', 'is', null);

const addFault = (db: Kysely<Schema>, jobId: string) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({ faults: eb('faults', '+', 1) }))
    .where('job_id', '=', jobId)
    .execute();

const send = (queue: JobQueue, trx: Transaction<Schema>, { jobId, priority }: NewJob) =>
  queue.boss.send(JOBS, { jobId }, { priority, db: fromKysely(trx) });

/** The batch itself waits for nobody: it never comes to the queue. */
async function enqueueBatch(
  queue: JobQueue,
  trx: Transaction<Schema>,
  { batch, created_at }: { readonly batch: NewBatch; readonly created_at: Date },
): Promise<JobRecord> {
  const { items, ...job } = batch;
  const whole = { ...job, type: 'batch', bundleId: null, parameters: {}, priority: 0 } as const;
  const row = await insertJob(trx, whole, { created_at });
  const rows = [];
  for (const [item_index, item] of items.entries()) {
    rows.push(await insertJob(trx, item, { created_at, batch_id: job.jobId, item_index }));
    await send(queue, trx, item);
  }
  return toJobRecord(row, rows);
}

/** A new row: when it was made, and its place in a batch. */
type RowValues = Pick<Insertable<Schema['jobs']>, 'created_at' | 'batch_id' | 'item_index'>;

async function insertJob(trx: Transaction<Schema>, job: NewJob, values: RowValues): Promise<JobRow> {
  const row = await trx
    .insertInto('jobs')
    .values({
      job_id: job.jobId,
      owner_id: job.ownerId,
      type: job.type,
      status: 'queued',
      progress_pct: 0,
      bundle_id: job.bundleId,
      price_credits: job.priceCredits,
      parameters: JSON.stringify(job.parameters),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const subject = { kind: 'job', id: job.jobId } as const;
  const holder = { ownerId: job.ownerId, subject, at: row.created_at };
  if (job.webhook) await insertWebhook(trx, job.webhook, holder);
  return row;
}

/** Its first start stays on the row: another attempt is the same job. A batch starts with the first of its items. */
async function startJob(db: Kysely<Schema>, jobId: string, startedAt: Date): Promise<JobRow | undefined> {
  const row = await markStarted(db, jobId, startedAt)
    .where('status', 'in', ['queued', 'processing'])
    .returningAll()
    .executeTakeFirst();
  if (row && row.batch_id !== null)
    await markStarted(db, row.batch_id, startedAt).where('status', '=', 'queued').execute();
  return row;
}

const markStarted = (db: Kysely<Schema>, jobId: string, startedAt: Date) =>
  db
    .updateTable('jobs')
    .set(({ fn, ref, val }) => ({
      status: 'processing',
      started_at: fn.coalesce(ref('started_at'), val(startedAt)),
    }))
    .where('job_id', '=', jobId);
