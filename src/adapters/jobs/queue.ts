import { EventEmitter } from 'node:events';
import { type ConstructorOptions, PgBoss, type QueueOptions } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { toDatabaseError } from '../database/database-error.ts';
import { JOB_ENDED_CHANNEL } from '../database/job-rows.ts';

/** Queue of all jobs; what a job is stands in its row. */
export const JOBS = 'extract';
/** Where pg-boss puts a job that it gave up on: its worker died again and again, or it never ended. */
export const ABANDONED_JOBS = 'extract-abandoned';

/** What pg-boss keeps of a job: everything else is in its row. */
export interface QueuedJob {
  readonly jobId: string;
}

/** The queue behind the jobs. */
export interface JobQueue {
  readonly boss: PgBoss;
  /** Emits the id of every job that ended, in whichever process. */
  readonly ended: EventEmitter<Record<string, []>>;
  /** Stop. Jobs still under way get their signal and are queued for another attempt. */
  close(): Promise<void>;
}

/**
 * Attempts of a job: more than faults of ours may use up (MAX_FAULTS in job-worker.ts), since each death of a process
 * takes one from the jobs it had, however good they are. The first repetition comes a second later, others within 5.
 */
const RETRIES: QueueOptions = { retryLimit: 9, retryDelay: 1, retryBackoff: true, retryDelayMax: 5 };

/** An attempt that takes longer is given up; finished ones are of no use, the row tells their story. */
const LIFETIMES: QueueOptions = { expireInSeconds: 11 * 60, deleteAfterSeconds: 3_600 };

/**
 * Between processes a dead worker is known by its silence: after 10 s without a heartbeat and 5 s until
 * the next look, another one takes its job. The embedded database has one process, which knows at start.
 */
const SUPERVISION: Record<
  Database['kind'],
  { readonly instance: ConstructorOptions; readonly queue: QueueOptions }
> = {
  // Nothing vacuums an embedded database but our own housekeeping: pg-boss would warn about it.
  pglite: {
    instance: { superviseIntervalSeconds: 30, monitorIntervalSeconds: 30, monitorVacuum: false },
    queue: {},
  },
  postgres: {
    instance: { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 },
    queue: { heartbeatSeconds: 10 },
  },
};

/**
 * Start the queue over the same database as the rows.
 *
 * @throws EvidenceError `DATABASE_UNAVAILABLE`, `INTERNAL`.
 */
export async function openJobQueue(database: Database, onError: (error: unknown) => void): Promise<JobQueue> {
  const boss = new PgBoss({
    ...database.queueConnection,
    ...SUPERVISION[database.kind].instance,
    application_name: 'affiant-jobs',
    max: 4,
    connectionTimeoutMillis: 5_000,
    useListenNotify: true,
    schedule: false,
    maintenanceIntervalSeconds: 3_600,
    // Dependencies between jobs are not used; each look for them would be a commit.
    flowIntervalSeconds: 86_400,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    await prepareQueues(boss, SUPERVISION[database.kind].queue);
    return await withEnds(boss);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(onError);
    throw toDatabaseError(error);
  }
}

async function prepareQueues(boss: PgBoss, supervision: QueueOptions): Promise<void> {
  const options = { ...RETRIES, ...LIFETIMES, ...supervision, notify: true, deadLetter: ABANDONED_JOBS };
  if (await boss.getQueue(JOBS)) {
    await boss.updateQueue(JOBS, options);
  } else {
    await boss.createQueue(ABANDONED_JOBS, { ...RETRIES, ...LIFETIMES });
    await boss.createQueue(JOBS, options);
  }
  // Any call that reads the queue makes pg-boss remember it. Otherwise the first send, inside a
  // transaction of ours, would look it up on the one connection of PGlite and wait for itself.
  await boss.findJobs(JOBS, { id: '00000000-0000-0000-0000-000000000000' });
}

async function withEnds(boss: PgBoss): Promise<JobQueue> {
  const ended = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  const listening = await boss.getDb().listen?.(
    JOB_ENDED_CHANNEL,
    (jobId) => ended.emit(jobId),
    () => {},
  );
  return {
    boss,
    ended,
    async close() {
      await listening?.close();
      await boss.stop({ graceful: false });
    },
  };
}
