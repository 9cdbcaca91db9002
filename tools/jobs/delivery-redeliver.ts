import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { deliveryId, deliveryOutput, viewDelivery } from '../../src/operation/delivery-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'delivery_redeliver',
  title: 'Send a webhook delivery again',
  family: 'jobs',
  description:
    'Send a webhook delivery again now, with the same webhook-id and body. One that had ended gets one attempt; ' +
    'a success enables a disabled endpoint. See the outcome in deliveries_list.',
  rest: {
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/redeliver',
    params: { id: 'delivery_id' },
    statuses: [202],
  },
  input: z.strictObject({ delivery_id: deliveryId }),
  output: deliveryOutput,
  price: 'free',
  auth: 'owner',
  effect: 'create',
  openWorld: true,
  errors: ['NOT_FOUND'],
  examples: [{ title: 'One delivery', input: { delivery_id: 'dlv_01JD0000000000000000000000' } }],
  async run({ delivery_id }, { services, principal }) {
    return viewDelivery(await services.webhooks.redeliver(requireOwner(principal), delivery_id));
  },
});
