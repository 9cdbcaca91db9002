import type { Owner } from '../account/principal.ts';
import type { JobRecord } from './job.ts';
import type { JobFiles, JobPage, JobQuery, JobRepository } from './port.ts';

/** Jobs as their owner sees them. */
export class JobService {
  readonly #jobs: JobRepository;
  readonly #files: JobFiles;

  constructor(jobs: JobRepository, files: JobFiles) {
    this.#jobs = jobs;
    this.#files = files;
  }

  /** Null when absent or somebody else's. */
  get(owner: Owner, jobId: string): Promise<JobRecord | null> {
    return this.#jobs.get(owner.ownerId, jobId);
  }

  list(owner: Owner, query: JobQuery): Promise<JobPage> {
    return this.#jobs.list(owner.ownerId, query);
  }

  /**
   * End a job. Work under way is stopped wherever it runs, and publishes nothing any more. Items of a batch that
   * are complete stay; those that are not end with it.
   *
   * @throws EvidenceError `NOT_FOUND`, `JOB_ENDED`.
   */
  async cancel(owner: Owner, jobId: string): Promise<JobRecord> {
    const { job, cancelled } = await this.#jobs.cancel(owner.ownerId, jobId);
    // A failure here mends itself: the worker that takes an ended job off the queue removes its files too.
    for (const id of cancelled) await this.#files.remove(id).catch(() => {});
    return job;
  }
}
