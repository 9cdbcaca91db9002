import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { jobId } from '../../src/operation/fields.ts';
import { jobOutput, viewJob } from '../../src/operation/job-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'job_cancel',
  title: 'Cancel a job',
  family: 'jobs',
  description:
    'Cancel a job that has not ended: its work is stopped, it gets no bundle, and it is not charged. ' +
    'Items of a batch that are complete keep their bundles, and the batch is charged if there are any.',
  rest: { method: 'DELETE', path: '/v1/jobs/{id}', params: { id: 'job_id' } },
  input: z.strictObject({ job_id: jobId }),
  output: jobOutput,
  price: 'free',
  auth: 'owner',
  effect: 'destroy',
  idempotent: false,
  errors: ['NOT_FOUND', 'JOB_ENDED'],
  examples: [{ title: 'A job by id', input: { job_id: 'job_01JD0000000000000000000000' } }],
  run: async ({ job_id }, { services, principal }) =>
    viewJob(await services.jobs.cancel(requireOwner(principal), job_id)),
});
