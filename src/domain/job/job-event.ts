import type { WebhookEvent } from '../webhook/event.ts';
import { isEnded, type JobRecord } from './job.ts';

/**
 * The end of a job as its webhook tells it. A cancelled job tells `job.failed` with `status: "cancelled"`: every
 * job tells its end once, also to a receiver that did not cancel it.
 */
export const jobEnded = (job: JobRecord, at: Date): WebhookEvent => ({
  subject: { kind: 'job', id: job.jobId },
  type: job.status === 'complete' ? 'job.completed' : 'job.failed',
  at,
  data: {
    ...identify(job),
    bundle_id: job.status === 'complete' ? job.bundleId : null,
    error_code: job.errorCode,
    error: job.error,
  },
});

/** A job that comes along. */
export const jobAdvanced = (job: JobRecord, at: Date): WebhookEvent => ({
  subject: { kind: 'job', id: job.jobId },
  type: 'job.progress',
  at,
  data: { ...identify(job), progress_message: job.progressMessage },
});

/** Percent between two tellings: at most 9 events of progress a job. */
const STEP_PERCENT = 10;

/** Whether a receiver is told of this step. */
export const isWorthTelling = (fromPercent: number, toPercent: number): boolean =>
  Math.floor(toPercent / STEP_PERCENT) > Math.floor(fromPercent / STEP_PERCENT);

/** Of the items of a batch only their numbers: which bundles they have is asked for with the job. */
const identify = (job: JobRecord) => ({
  job_id: job.jobId,
  job_type: job.type,
  status: job.status,
  progress_pct: job.progressPct,
  ...(job.items.length > 0 && {
    items_total: job.items.length,
    items_ended: job.items.filter(({ status }) => isEnded(status)).length,
    items_complete: job.items.filter(({ status }) => status === 'complete').length,
  }),
});
