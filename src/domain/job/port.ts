import type { NewWebhook } from '../webhook/webhook.ts';
import type { JobRecord, JobType } from './job.ts';

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

/** Rows of jobs and the queue behind them; both change in one transaction. */
export interface JobRepository {
  /** Insert the row and put it on the queue. */
  enqueue(job: NewJob): Promise<JobRecord>;
  /** The owner's job, null when absent or somebody else's. */
  get(ownerId: string, jobId: string): Promise<JobRecord | null>;
  /** Whose it is does not matter: for workers. */
  find(jobId: string): Promise<JobRecord | null>;
  /** queued -> processing (also again after a crash). @returns null when it has ended already. */
  start(jobId: string): Promise<JobRecord | null>;
  progress(jobId: string, percent: number, message: string): Promise<void>;
  /** End as failed, unless ended. */
  fail(jobId: string, errorCode: string, error: string): Promise<void>;
  /** Resolve once the job has ended, or with the unended record when the signal aborts. */
  waitForEnd(jobId: string, signal: AbortSignal): Promise<JobRecord>;
}

/** What a worker does with a job. Throwing means: try again later (infrastructure fault). */
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
