import { z } from 'zod';
import { JOB_STATUSES, JOB_TYPES } from '../../src/domain/job/job.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { jobId } from '../../src/operation/fields.ts';
import { jobOutput, viewJob } from '../../src/operation/job-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'jobs_list',
  title: 'List jobs',
  family: 'jobs',
  description:
    'List your jobs, newest first, with status and progress. Then call job_get for the result of one.',
  rest: { method: 'GET', path: '/v1/jobs' },
  input: z.strictObject({
    status: z.enum(JOB_STATUSES).optional().describe('Only jobs in this state'),
    type: z.enum(JOB_TYPES).optional().describe('Only jobs of this kind'),
    limit: z.int().min(1).max(200).default(50).describe('Most jobs'),
    cursor: jobId.optional().describe('next_cursor of the last page'),
  }),
  output: z.object({
    jobs: z.array(jobOutput).describe('Newest first'),
    next_cursor: jobId.nullable().describe('Pass as cursor for more; null: that was all'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: [],
  examples: [
    { title: 'The newest jobs', input: {} },
    { title: 'Jobs under way', input: { status: 'processing', limit: 10 } },
  ],
  async run({ status, type, limit, cursor }, { services, principal }) {
    const { jobs, next } = await services.jobs.list(requireOwner(principal), {
      status: status ?? null,
      type: type ?? null,
      limit,
      before: cursor ?? null,
    });
    return { jobs: jobs.map(viewJob), next_cursor: next };
  },
});
