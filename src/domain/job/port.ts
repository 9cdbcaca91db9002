import type { NewWebhook } from '../webhook/webhook.ts';
import type { JobRecord, JobStatus, JobType } from './job.ts';

export interface NewJob {
  readonly jobId: string;
  readonly ownerId: string;
  readonly type: JobType;
  readonly bundleId: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly priceCredits: number;
  /** Higher runs first. Synchronous callers wait, so their jobs go before the backlog. */
  readonly priority: number;
  /** Told of the job's progress and end; stored with its row. */
  readonly webhook?: NewWebhook | null;
}

/** Several jobs that are one to their owner: it ends when the last of its items has ended. */
export interface NewBatch extends Pick<NewJob, 'jobId' | 'ownerId' | 'priceCredits' | 'webhook'> {
  readonly items: readonly NewJob[];
}

/** Which jobs to list. */
export interface JobQuery {
  readonly status: JobStatus | null;
  readonly type: JobType | null;
  readonly limit: number;
  /** Jobs made before this one; null: from the newest on. */
  readonly before: string | null;
}

/** Newest first. */
export interface JobPage {
  readonly jobs: readonly JobRecord[];
  /** Where the next page goes on; null: that was all. */
  readonly next: string | null;
}

/** What a cancellation did. */
export interface Cancellation {
  readonly job: JobRecord;
  /** Ids of the job and of its items that ended by it. */
  readonly cancelled: readonly string[];
}

/** Rows of jobs and the queue behind them; both change in one transaction. */
export interface JobRepository {
  /** Insert the row and put it on the queue. */
  enqueue(job: NewJob): Promise<JobRecord>;
  /** Insert the rows of a batch and put its items on the queue: all or none. */
  enqueueBatch(batch: NewBatch): Promise<JobRecord>;
  /** The owner's job, null when absent, an item of a batch, or somebody else's. */
  get(ownerId: string, jobId: string): Promise<JobRecord | null>;
  /** The owner's jobs; items stand within their batch. */
  list(ownerId: string, query: JobQuery): Promise<JobPage>;
  /**
   * End the owner's job as cancelled, and with it the items of a batch that have not ended. Whoever works on
   * it is told; nothing is published for it any more.
   *
   * @throws EvidenceError `NOT_FOUND` as {@link JobRepository.get}, `JOB_ENDED`.
   */
  cancel(ownerId: string, jobId: string): Promise<Cancellation>;
  /** Whose it is does not matter: for workers. */
  find(jobId: string): Promise<JobRecord | null>;
  /** queued -> processing (also again after a crash). @returns null when it has ended already. */
  start(jobId: string): Promise<JobRecord | null>;
  progress(jobId: string, percent: number, message: string): Promise<void>;
  /** Count an attempt that failed by a fault of ours. */
  countFault(jobId: string): Promise<void>;
  /** End as failed, unless ended. */
  fail(jobId: string, errorCode: string, error: string): Promise<void>;
  /** Resolve once the job has ended, or with the unended record when the signal aborts. */
  waitForEnd(jobId: string, signal: AbortSignal): Promise<JobRecord>;
}

/**
 * What a worker does with a job. Throwing means: try again later (infrastructure fault). The signal is aborted
 * when the process stops or the job was ended by somebody else.
 */
export type JobRunner = (
  job: JobRecord,
  context: { readonly signal: AbortSignal; readonly isLastAttempt: boolean },
) => Promise<void>;

/** Takes jobs off the queue. */
export interface JobWorker {
  start(runner: JobRunner): Promise<void>;
  /** Stop taking jobs and wait for those under way, at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
}

/** Files a job needs and nobody else: its upload. Under `tmp/`, gone when the job ends. */
export interface JobFiles {
  write(jobId: string, name: string, bytes: Uint8Array): Promise<void>;
  read(jobId: string, name: string): Promise<Uint8Array | null>;
  remove(jobId: string): Promise<void>;
}
