import { z } from 'zod';
import { nextCursor, page } from '../../src/operation/custody-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import {
  deliveryId,
  deliveryOutput,
  deliveryStatus,
  viewDelivery,
} from '../../src/operation/delivery-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'deliveries_list',
  title: 'List webhook deliveries',
  family: 'jobs',
  description:
    'List what was and will be sent to your webhooks, newest first, with every attempt. ' +
    'Then call delivery_redeliver to send one again. Ended ones are kept for 30 days.',
  rest: { method: 'GET', path: '/v1/webhooks/deliveries' },
  input: z.strictObject({
    status: deliveryStatus.optional().describe('Only these'),
    limit: page.limit,
    cursor: deliveryId.optional().describe('next_cursor of the last page'),
  }),
  output: z.object({
    deliveries: z.array(deliveryOutput).describe('Newest first'),
    next_cursor: nextCursor,
  }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: [],
  examples: [{ title: 'What failed', input: { status: 'failed' } }],
  async run({ status = null, limit, cursor = null }, { services, principal }) {
    // One more tells whether there is another page.
    const found = await services.webhooks.list(requireOwner(principal), {
      status,
      limit: limit + 1,
      before: cursor,
    });
    const deliveries = found.slice(0, limit).map(viewDelivery);
    const last = found.length > limit ? deliveries.at(-1) : undefined;
    return { deliveries, next_cursor: last?.delivery_id ?? null };
  },
});
