import { createJobWorker } from '../adapters/jobs/job-worker.ts';
import type { JobWorker } from '../domain/job/port.ts';
import { createJobRunner, type JobRunnerParts } from '../domain/job/run-job.ts';
import type { Storage } from './storage.ts';

/** How a process works on jobs. */
export interface WorkerOptions {
  /** The work on each kind of job: a new kind is registered here. */
  readonly works: JobRunnerParts['works'];
  /** Jobs at a time. */
  readonly concurrency: number;
  readonly onError: (error: unknown) => void;
}

/** Take jobs off the queue of a storage. */
export async function startJobWorker(
  { database, queue, jobs, files }: Storage,
  { works, concurrency, onError }: WorkerOptions,
): Promise<JobWorker> {
  const worker = createJobWorker({ database, queue, jobs, files, concurrency, onError });
  await worker.start(createJobRunner({ jobs, files, works }));
  return worker;
}
