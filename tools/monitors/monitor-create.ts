import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { monitorInput, toMonitorSettings } from '../../src/operation/monitor-input.ts';
import { monitorShape, viewMonitor } from '../../src/operation/monitor-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { prepareWebhook, webhookInput, webhookSecret } from '../../src/operation/webhook-input.ts';

export default defineTool({
  name: 'monitor_create',
  title: 'Watch a page',
  family: 'monitors',
  description:
    'Watch a page by up to 1,440 checks, each kept as evidence. A confirmed change makes a bundle and tells webhook_url. ' +
    'Keep webhook_secret, shown once; then use monitor_history.',
  rest: { method: 'POST', path: '/v1/monitor', statuses: [201] },
  input: z.strictObject({ ...monitorInput, ...webhookInput }),
  output: z.object({ ...monitorShape, webhook_secret: webhookSecret.nullable() }),
  price: { keys: ['monitor'], select: () => 'monitor' },
  auth: 'owner',
  effect: 'create',
  openWorld: true,
  errors: ['REQUEST_INVALID', 'URL_BLOCKED'],
  examples: [
    {
      title: 'Every hour',
      input: { url: 'https://example.com/terms', webhook_url: 'https://example.org/hook' },
    },
    {
      title: 'The price, on workdays at nine',
      input: {
        url: 'https://example.com/offer',
        include_selector: '#price',
        cron: '0 9 * * 1-5',
        timezone: 'Europe/Berlin',
      },
    },
  ],
  async run(input, context) {
    const prepared = await prepareWebhook(input, context);
    const settings = toMonitorSettings(input, prepared?.webhook.url ?? null);
    const monitor = await context.services.monitors.create(requireOwner(context.principal), settings, {
      webhook: prepared?.webhook ?? null,
      signal: context.signal,
    });
    return { ...viewMonitor({ monitor, lastCheck: null }), webhook_secret: prepared?.secret ?? null };
  },
});
