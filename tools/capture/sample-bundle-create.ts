import { z } from 'zod';
import { failureOf } from '../../src/domain/capture/extract-service.ts';
import { PRICES } from '../../src/domain/payment/price-table.ts';
import { bundleShape } from '../../src/operation/bundle-output.ts';
import { viewBundle } from '../../src/operation/bundle-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { jobId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { SAMPLE_DOCUMENT } from '../../src/operation/sample-document.ts';

const WAIT_MS = 25_000;

export default defineTool({
  name: 'sample_bundle_create',
  title: 'Create a sample bundle',
  family: 'capture',
  description:
    'Create a ready-made sample bundle of yours from a built-in document: to try bundle_verify, citation_verify ' +
    '(quote "approved the budget of 1,200,000 EUR") and bundle_download without a document of your own.',
  rest: {
    method: 'POST',
    path: '/v1/quickstart/sample-bundle',
    statuses: [201, 202],
    status: ({ status }) => (status === 'complete' ? 201 : 202),
    headers: { 'X-Manifest-SHA256': 'manifest_sha256' },
  },
  input: z.strictObject({}),
  output: z.object({
    ...z.object(bundleShape).partial().shape,
    status: z
      .enum(['queued', 'processing', 'complete'])
      .describe('complete: the bundle is here; else poll the job'),
    job_id: jobId.optional(),
    poll_url: z.string().optional().describe('GET this until the job has ended'),
  }),
  price: { keys: ['sample_bundle'], select: () => 'sample_bundle' },
  auth: 'owner',
  effect: 'create',
  errors: ['OVERLOADED'],
  examples: [{ title: 'A sample bundle', input: {} }],
  async run(_input, { services, principal, signal, progress, continueAs, baseUrl }) {
    const owner = requireOwner(principal);
    const request = {
      source: SAMPLE_DOCUMENT,
      mode: 'extract',
      options: {
        include: new Set(['markdown'] as const),
        pages: null,
        viewport: { width: 1280, height: 900 },
        waitForSelector: null,
        waitMs: 0,
      },
      parentBundleId: null,
      monitorId: null,
      retentionDays: null,
      legalHold: false,
    };
    const options = { priceCredits: PRICES.sample_bundle, waitMs: WAIT_MS, signal, progress };
    const job = await services.extracts.submitAndWait(owner, request, options);
    const failure = failureOf(job);
    if (failure) throw failure;
    const bundle =
      job.status === 'complete' && job.bundleId ? await services.bundles.find(owner, job.bundleId) : null;
    if (bundle) return { ...viewBundle(bundle), status: 'complete' as const };
    continueAs(job.jobId);
    const status = job.status === 'processing' ? ('processing' as const) : ('queued' as const);
    return { status, job_id: job.jobId, poll_url: `${baseUrl}/v1/jobs/${job.jobId}` };
  },
});
