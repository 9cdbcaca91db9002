import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { checkId, monitorId } from '../../src/operation/monitor-input.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'monitor_check',
  title: 'Look at a watched page now',
  family: 'monitors',
  description:
    'Check a watched page now, also a paused one. monitor_history shows the check once it is done.',
  rest: {
    method: 'POST',
    path: '/v1/monitor/{id}/check',
    params: { id: 'monitor_id' },
    statuses: [202],
  },
  input: z.strictObject({ monitor_id: monitorId }),
  output: z.object({
    monitor_id: monitorId,
    check_id: checkId.describe('The check; the one under way, where there is one'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  openWorld: true,
  errors: ['NOT_FOUND', 'MONITOR_EXHAUSTED'],
  examples: [{ title: 'Now', input: { monitor_id: 'mon_01JD0000000000000000000000' } }],
  async run({ monitor_id }, { services, principal }) {
    const check_id = await services.monitors.requestCheck(requireOwner(principal), monitor_id);
    return { monitor_id, check_id };
  },
});
