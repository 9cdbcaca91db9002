import { z } from 'zod';
import { briefInLists, component } from '../../src/core/schema.ts';
import { checkItem, MAX_BATCH_ITEMS } from '../../src/domain/job/batch.ts';
import { PRICES } from '../../src/domain/payment/price-table.ts';
import { bundlesMade } from '../../src/operation/bundles-made.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { extractFields } from '../../src/operation/extract-fields.ts';
import { toExtractRequest } from '../../src/operation/extract-input.ts';
import { answerLater, laterShape } from '../../src/operation/job-answer.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { prepareWebhook, webhookInput } from '../../src/operation/webhook-input.ts';

const item = briefInLists(
  component(
    'BatchItem',
    z
      .strictObject({
        ...extractFields,
        store: z.literal(true).optional().describe('Items are always stored'),
        sync: z.literal(false).optional().describe('Items never wait'),
        async: z.boolean().optional().describe('Changes nothing'),
      })
      .describe('Arguments as extract takes them'),
  ),
);

export default defineTool({
  name: 'jobs_create',
  title: 'Capture several documents as one job',
  family: 'jobs',
  description:
    'Queue up to 10 extracts as one job, for the price of one: each item is the body of an extract and gets a bundle of its own. ' +
    'One invalid item refuses the call. Then poll job_get: items[] tells each item’s status, bundle_id or error; ' +
    'the job is complete when at least one item succeeded.',
  rest: { method: 'POST', path: '/v1/jobs', statuses: [202] },
  input: z.strictObject({
    items: z.array(item).min(1).max(MAX_BATCH_ITEMS).describe('Bodies of extract, each with source or file'),
    ...webhookInput,
  }),
  output: z.object({
    ...laterShape,
    status: z.enum(['queued', 'processing']).describe('Poll the job'),
  }),
  price: { keys: ['extract_stored'], select: () => 'extract_stored' },
  auth: 'owner',
  effect: 'create',
  openWorld: true,
  errors: ['SOURCE_MISSING', 'FILE_EMPTY', 'URL_BLOCKED'],
  examples: [
    {
      title: 'A page and an uploaded text',
      input: {
        items: [
          { source: 'https://example.com/' },
          { file: { base64: 'SGVsbG8=', filename: 'a.txt' }, legal_hold: true },
        ],
      },
    },
  ],
  bundlesMade,
  async run({ items, ...fields }, context) {
    const owner = requireOwner(context.principal);
    const requests = await Promise.all(
      items.map((fields, index) => checkItem(index, () => toExtractRequest(fields))),
    );
    const priceCredits = PRICES.extract_stored;
    const hook = await prepareWebhook(fields, context);
    const options = { priceCredits, webhook: hook?.webhook ?? null };
    const job = await context.services.extracts.submitBatch(owner, requests, options);
    return { ...answerLater(job, context), ...(hook && { webhook_secret: hook.secret }) };
  },
});
