import type { Owner } from '../account/principal.ts';
import { type JobPayments, type SeenJob, seeJob } from './paid-job.ts';
import type { JobFiles, JobPage, JobQuery, JobRepository } from './port.ts';

/** Jobs as their owner sees them. */
export class JobService {
  readonly #jobs: JobRepository;
  readonly #files: JobFiles;
  readonly #payments: JobPayments;

  constructor(jobs: JobRepository, files: JobFiles, payments: JobPayments) {
    this.#jobs = jobs;
    this.#files = files;
    this.#payments = payments;
  }

  /** Null when absent or somebody else's. */
  async get(owner: Owner, jobId: string): Promise<SeenJob | null> {
    const job = await this.#jobs.get(owner.ownerId, jobId);
    if (!job) return null;
    return seeJob(job, (await this.#payments.ofJobs([jobId])).get(jobId));
  }

  async list(
    owner: Owner,
    query: JobQuery,
  ): Promise<Omit<JobPage, 'jobs'> & { readonly jobs: readonly SeenJob[] }> {
    const { jobs, next } = await this.#jobs.list(owner.ownerId, query);
    const payments = await this.#payments.ofJobs(jobs.map(({ jobId }) => jobId));
    return { jobs: jobs.map((job) => seeJob(job, payments.get(job.jobId))), next };
  }

  /**
   * End a job. Work under way is stopped wherever it runs, and publishes nothing any more. Items of a batch that
   * are complete stay; those that are not end with it.
   *
   * @throws EvidenceError `NOT_FOUND`, `JOB_ENDED`.
   */
  async cancel(owner: Owner, jobId: string): Promise<SeenJob> {
    const { job, cancelled } = await this.#jobs.cancel(owner.ownerId, jobId);
    // A failure here mends itself: the worker that takes an ended job off the queue removes its files too.
    for (const id of cancelled) await this.#files.remove(id).catch(() => {});
    return seeJob(job, (await this.#payments.ofJobs([jobId])).get(jobId));
  }
}
