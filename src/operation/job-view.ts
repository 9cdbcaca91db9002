import { z } from 'zod';
import { toTimestamp } from '../core/clock.ts';
import { timestamp } from '../core/schema.ts';
import type { JobRecord } from '../domain/job/job.ts';
import { jobId } from './fields.ts';

/** Members of a job as every face answers them (design.md 4.7). */
export const jobShape = {
  id: jobId,
  job_id: jobId,
  type: z.enum(['extract', 'batch', 'analysis', 'index']).describe('Kind of work'),
  status: z
    .enum(['queued', 'processing', 'complete', 'failed', 'cancelled'])
    .describe('The last three are final'),
  progress_pct: z.int().min(0).max(100).describe('Percent'),
  progress_message: z.string().nullable().describe('Stage under way'),
  collection_id: z.null().describe('Collection that is indexed, null for other work'),
  items: z.array(z.object({})).describe('Items of a batch, empty for other work'),
  error: z.string().nullable().describe('Why it failed'),
  error_code: z.string().nullable().describe('Code of the failure'),
  created_at: timestamp.describe('RFC 3339, UTC'),
  started_at: timestamp.nullable().describe('RFC 3339, UTC'),
  completed_at: timestamp.nullable().describe('RFC 3339, UTC'),
};

const shape = z.object(jobShape);

/** A job's row as every face answers it. */
export function viewJob(job: JobRecord): z.input<typeof shape> {
  return {
    id: job.jobId,
    job_id: job.jobId,
    type: job.type,
    status: job.status,
    progress_pct: job.progressPct,
    progress_message: job.progressMessage,
    collection_id: null,
    items: [],
    error: job.error,
    error_code: job.errorCode,
    created_at: toTimestamp(job.createdAt),
    started_at: job.startedAt && toTimestamp(job.startedAt),
    completed_at: job.completedAt && toTimestamp(job.completedAt),
  };
}
