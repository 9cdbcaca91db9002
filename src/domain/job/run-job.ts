import { EvidenceError, toEvidenceError } from '../../core/error.ts';
import type { JobRecord, JobType } from './job.ts';
import type { JobFiles, JobRepository, JobRunner } from './port.ts';

/** A failure of this kind may pass by itself: the job is tried again. */
const INFRASTRUCTURE_FAULTS: ReadonlySet<string> = new Set([
  'INTERNAL',
  'OVERLOADED',
  'DATABASE_UNAVAILABLE',
  'BROWSER_UNAVAILABLE',
]);

const DEADLINE_MS = 10 * 60_000;

/** What the work on a job is given. */
export interface WorkContext {
  /** Aborted when the process stops, the deadline passes, or somebody cancelled the job. */
  readonly signal: AbortSignal;
  /** 0 to 100 and the stage that begins. */
  readonly progress: (percent: number, stage: string) => void;
}

/** The work on one kind of job: it ends the job as complete, or throws why it cannot. */
export type JobWork = (job: JobRecord, context: WorkContext) => Promise<void>;

/** What {@link createJobRunner} works with. */
export interface JobRunnerParts {
  readonly jobs: JobRepository;
  readonly files: JobFiles;
  /** The work on each kind of job that comes from the queue; a batch does not: its items do. */
  readonly works: Readonly<Partial<Record<JobType, JobWork>>>;
  /** Most milliseconds of an attempt; default: 10 minutes (design.md 4.13). */
  readonly deadlineMs?: number;
}

/**
 * What a worker does with a job of any kind: begin it, have it worked on within its deadline, end it as failed
 * when that is final, and wipe its inputs. The runner throws only on a fault of ours that may pass.
 */
export function createJobRunner({ jobs, files, works, deadlineMs = DEADLINE_MS }: JobRunnerParts): JobRunner {
  return async (queued, { signal, isLastAttempt }) => {
    const job = await jobs.start(queued.jobId);
    if (job) {
      try {
        await withinDeadline(deadlineMs, signal, (limited) =>
          workOf(works, job)(job, { signal: limited, progress: progressOf(jobs, job.jobId) }),
        );
      } catch (error) {
        const failure = toEvidenceError(error);
        const mayPass = INFRASTRUCTURE_FAULTS.has(failure.code) && !isLastAttempt;
        if (mayPass || signal.aborted) throw error;
        await jobs.fail(job.jobId, failure.code, failure.message);
      }
    }
    await files.remove(queued.jobId);
  };
}

function workOf(works: JobRunnerParts['works'], { type }: JobRecord): JobWork {
  const work = works[type];
  if (!work) throw new EvidenceError('INTERNAL', `This process does not work on jobs of type ${type}.`);
  return work;
}

/** Rejects with `DEADLINE_EXCEEDED` once the time is up, even if the work ignores its signal. */
async function withinDeadline(
  deadlineMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const deadline = new AbortController();
  const exceeded = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new EvidenceError('DEADLINE_EXCEEDED', 'The job took too long.', {
      hint: 'Ask for less of the document, or store it in parts.',
    });
    exceeded.reject(error);
    deadline.abort(error);
  }, deadlineMs);
  try {
    await Promise.race([work(AbortSignal.any([signal, deadline.signal])), exceeded.promise]);
  } finally {
    clearTimeout(timer);
  }
}

// Not awaited: progress is a courtesy, and a lost row update must not fail the work.
const progressOf = (jobs: JobRepository, jobId: string): WorkContext['progress'] =>
  advancing((percent, stage) => void jobs.progress(jobId, percent, stage).catch(() => {}));

/** Passes on only what is farther than all before. */
export function advancing(report: WorkContext['progress']): WorkContext['progress'] {
  let last = -1;
  return (percent, stage) => {
    if (percent <= last) return;
    last = percent;
    report(percent, stage);
  };
}
