import { z } from 'zod';
import { toTimestamp } from '../core/clock.ts';
import { component, timestamp } from '../core/schema.ts';
import { sourceName } from '../domain/capture/extract-request.ts';
import { JOB_STATUSES, JOB_TYPES, type JobItem, type JobRecord } from '../domain/job/job.ts';
import type { SeenJob } from '../domain/job/paid-job.ts';
import { bundleId, jobId } from './fields.ts';

const status = z.enum(JOB_STATUSES);
const error = z.string().nullable().describe('Why it failed');
const errorCode = z.string().nullable().describe('Code of the failure');

const jobItem = component(
  'JobItem',
  z.object({
    index: z.int().min(0).describe('Place in items[] of the call'),
    source: z.string().nullable().describe('URL or file name'),
    status: status.describe('The last three are final'),
    bundle_id: bundleId.nullable().describe('The bundle, once complete'),
    error,
    error_code: errorCode,
  }),
);

/** Members of a job as every face answers them (design.md 4.7). */
export const jobShape = {
  id: jobId,
  job_id: jobId,
  type: z.enum(JOB_TYPES).describe('Kind of work'),
  status: status.describe('The last three are final'),
  progress_pct: z.int().min(0).max(100).describe('Percent'),
  progress_message: z.string().nullable().describe('Stage under way'),
  collection_id: z.null().describe('Collection that is indexed, null for other work'),
  items: z.array(jobItem).describe('Items of a batch, empty for other work'),
  bundle_id: bundleId.nullable().describe('The bundle, once complete; those of a batch stand in items'),
  error,
  error_code: errorCode,
  created_at: timestamp.describe('RFC 3339, UTC'),
  started_at: timestamp.nullable().describe('RFC 3339, UTC'),
  completed_at: timestamp.nullable().describe('RFC 3339, UTC'),
  payment: z
    .object({
      transaction: z.string().describe('Hash of the transaction'),
      network: z.string().describe('CAIP-2'),
      payer: z.string().describe('The wallet'),
      amount: z.string().describe('Atomic units of USDC'),
    })
    .nullable()
    .describe('What a wallet paid, once the job is complete; else null'),
};

/** A job without its result. */
export const jobOutput = component('Job', z.object(jobShape));

/** Reserved from the start, shown once it exists. */
const bundleOf = ({ status, bundleId }: Pick<JobRecord, 'status' | 'bundleId'>): string | null =>
  status === 'complete' ? bundleId : null;

const viewItem = (item: JobItem, index: number): z.input<typeof jobItem> => ({
  index,
  source: sourceName(item.parameters),
  status: item.status,
  bundle_id: bundleOf(item),
  error: item.error,
  error_code: item.errorCode,
});

/** A job's row as every face answers it. */
export function viewJob(job: SeenJob): z.input<typeof jobOutput> {
  return {
    id: job.jobId,
    job_id: job.jobId,
    type: job.type,
    status: job.status,
    progress_pct: job.progressPct,
    progress_message: job.progressMessage,
    collection_id: null,
    items: job.items.map(viewItem),
    bundle_id: bundleOf(job),
    error: job.error,
    error_code: job.errorCode,
    created_at: toTimestamp(job.createdAt),
    started_at: job.startedAt && toTimestamp(job.startedAt),
    completed_at: job.completedAt && toTimestamp(job.completedAt),
    payment: job.payment,
  };
}
