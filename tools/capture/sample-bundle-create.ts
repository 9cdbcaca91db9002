import { z } from 'zod';
import { PRICES } from '../../src/domain/payment/price-table.ts';
import { bundlesMade } from '../../src/operation/bundles-made.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { answerOfJob, bundleOrJobShape } from '../../src/operation/job-answer.ts';
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
  output: z.object(bundleOrJobShape),
  price: { keys: ['sample_bundle'], select: () => 'sample_bundle' },
  auth: 'owner',
  effect: 'create',
  errors: ['OVERLOADED', 'JOB_ENDED'],
  examples: [{ title: 'A sample bundle', input: {} }],
  bundlesMade,
  async run(_input, context) {
    const { services, principal, signal, progress } = context;
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
    return answerOfJob(job, owner, context);
  },
});
