import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import type { Owner } from '../../src/domain/account/principal.ts';
import type { StoredBundle } from '../../src/domain/bundle/bundle-service.ts';
import { bundleOutput } from '../../src/operation/bundle-output.ts';
import { viewBundle } from '../../src/operation/bundle-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { jobId } from '../../src/operation/fields.ts';
import { jobShape, viewJob } from '../../src/operation/job-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import type { Services } from '../../src/operation/services.ts';

export default defineTool({
  name: 'job_get',
  title: 'Get a job',
  family: 'jobs',
  description:
    'Get a job: status, progress in percent, error, its bundle once complete, and the items of a batch. ' +
    'Poll every second or two until status is complete, failed or cancelled.',
  rest: { method: 'GET', path: '/v1/jobs/{id}', params: { id: 'job_id' } },
  input: z.strictObject({ job_id: jobId }),
  output: z.object({
    ...jobShape,
    result: bundleOutput.nullable().describe('The bundle’s record, once complete'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: ['NOT_FOUND'],
  examples: [{ title: 'A job by id', input: { job_id: 'job_01JD0000000000000000000000' } }],
  async run({ job_id }, { services, principal }) {
    const owner = requireOwner(principal);
    const job = await services.jobs.get(owner, job_id);
    if (!job) throw new EvidenceError('NOT_FOUND');
    const view = viewJob(job);
    const bundle = view.bundle_id === null ? null : await findIntact(services, owner, view.bundle_id);
    return { ...view, result: bundle && viewBundle(bundle) };
  },
});

/** The job's bundle; null when it was deleted, or when its manifest is not the signed one: bundle_verify says which. */
async function findIntact(
  { bundles }: Services,
  owner: Owner,
  bundleId: string,
): Promise<StoredBundle | null> {
  try {
    return await bundles.find(owner, bundleId);
  } catch (error) {
    if (error instanceof EvidenceError && error.code === 'ARTIFACT_TAMPERED') return null;
    throw error;
  }
}
