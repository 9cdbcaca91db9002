import { z } from 'zod';
import { toTimestamp } from '../../src/core/clock.ts';
import { timestamp } from '../../src/core/schema.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { monitorId } from '../../src/operation/monitor-input.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { webhookInput, webhookSecret } from '../../src/operation/webhook-input.ts';

export default defineTool({
  name: 'monitor_secret_rotate',
  title: 'Rotate a monitor’s webhook secret',
  family: 'monitors',
  description: 'Replace the webhook secret; both sign for 24 hours.',
  rest: {
    method: 'POST',
    path: '/v1/monitor/{id}/webhook-secret',
    params: { id: 'monitor_id' },
  },
  input: z.strictObject({ monitor_id: monitorId, webhook_secret: webhookInput.webhook_secret }),
  output: z.object({
    monitor_id: monitorId,
    webhook_secret: webhookSecret,
    previous_valid_until: timestamp.describe('Until when the old secret signs too'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  errors: ['NOT_FOUND', 'REQUEST_INVALID'],
  examples: [{ title: 'A new one', input: { monitor_id: 'mon_01JD0000000000000000000000' } }],
  async run({ monitor_id, webhook_secret }, { services, principal }) {
    const subject = { kind: 'monitor', id: monitor_id } as const;
    const rotated = await services.webhooks.rotate(requireOwner(principal), subject, webhook_secret ?? null);
    return {
      monitor_id,
      webhook_secret: rotated.secret,
      previous_valid_until: toTimestamp(rotated.previousUntil),
    };
  },
});
