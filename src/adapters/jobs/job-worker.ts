import { setTimeout as delay } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { EvidenceError, toEvidenceError } from '../../core/error.ts';
import type { JobFiles, JobRepository, JobRunner, JobWorker } from '../../domain/job/port.ts';
import type { Database } from '../database/database.ts';
import { toDatabaseError } from '../database/database-error.ts';
import { ABANDONED_JOBS, JOBS, type JobQueue, type QueuedJob } from './queue.ts';

/** What a worker works with. */
export interface JobWorkerParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly jobs: JobRepository;
  readonly files: JobFiles;
  /** Jobs at a time in this process. */
  readonly concurrency: number;
  /** Failed attempts: the queue keeps nothing of them, since an error may quote a document. */
  readonly onError: (error: unknown) => void;
}

/** Attempts that may fail by a fault of ours before the last one: the database or the browser was away (design.md 4.7). */
const MAX_FAULTS = 3;

/** Notifications wake a worker; polling finds retries that fall due. */
const POLLING = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 } as const;

/** Takes jobs off pg-boss. A thrown attempt is repeated; a job that runs out of attempts ends as failed. */
export function createJobWorker(parts: JobWorkerParts): JobWorker {
  const { boss } = parts.queue;
  return {
    async start(runner) {
      try {
        // Whoever holds the embedded database is alone: an active job belongs to a dead process.
        if (parts.database.kind === 'pglite') await releaseActive(boss);
        for (let slot = 0; slot < parts.concurrency; slot++) await startSlot(parts, runner);
        await boss.work<QueuedJob>(ABANDONED_JOBS, POLLING, async ([job]) => {
          if (job) await abandon(parts, job.data.jobId);
        });
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    async drain(graceMs) {
      const timer = new AbortController();
      const grace = delay(graceMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([Promise.all([boss.offWork(JOBS), boss.offWork(ABANDONED_JOBS)]), grace]);
      timer.abort();
    },
  };
}

async function startSlot(parts: JobWorkerParts, runner: JobRunner): Promise<void> {
  const { boss } = parts.queue;
  const workerId = await boss.work<QueuedJob, void, { includeMetadata: true }>(
    JOBS,
    { ...POLLING, includeMetadata: true },
    async ([job]) => {
      try {
        if (job) await attempt(parts, runner, job);
      } finally {
        // Look for the next job at once: those that came while all slots were busy notify nobody again.
        boss.notifyWorker(workerId);
      }
    },
  );
}

async function attempt(
  parts: JobWorkerParts,
  runner: JobRunner,
  queued: JobWithMetadata<QueuedJob>,
): Promise<void> {
  const { jobId } = queued.data;
  let isLastAttempt = queued.retryCount >= queued.retryLimit;
  await using end = watchEnd(parts.jobs, jobId);
  try {
    const job = await parts.jobs.find(jobId);
    if (!job) return;
    isLastAttempt ||= job.faults >= MAX_FAULTS;
    await runner(job, { signal: AbortSignal.any([queued.signal, end.signal]), isLastAttempt });
  } catch (error) {
    // Cancelled meanwhile: there is nothing to repeat.
    if (end.signal.aborted) return parts.files.remove(jobId);
    parts.onError(error);
    const { code, message } = toEvidenceError(error);
    if (isLastAttempt) await parts.jobs.fail(jobId, code, message);
    else if (!queued.signal.aborted) await parts.jobs.countFault(jobId);
    // Only the code: pg-boss stores what is thrown, and a cause may hold text of a document.
    throw new Error(code);
  }
}

/** A signal that is aborted once the job ends without being complete, whoever ends it. */
function watchEnd(jobs: JobRepository, jobId: string): AsyncDisposable & { readonly signal: AbortSignal } {
  const ended = new AbortController();
  const watching = new AbortController();
  const watch = async () => {
    const { status } = await jobs.waitForEnd(jobId, watching.signal);
    if (status === 'cancelled' || status === 'failed') ended.abort(new EvidenceError('JOB_ENDED'));
  };
  // Without its watch a cancelled job is worked on to its end, and then not published.
  const watched = watch().catch(() => {});
  return {
    signal: ended.signal,
    async [Symbol.asyncDispose]() {
      watching.abort();
      await watched;
    },
  };
}

async function abandon({ jobs, files }: JobWorkerParts, jobId: string): Promise<void> {
  await jobs.fail(jobId, 'INTERNAL', 'The job was given up after several attempts.');
  await files.remove(jobId);
}

async function releaseActive(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id from pgboss.job where name = $1 and state = 'active'`, [JOBS]);
  const ids = rows.map(({ id }: { id: string }) => id);
  if (ids.length > 0) await boss.fail(JOBS, ids);
}
