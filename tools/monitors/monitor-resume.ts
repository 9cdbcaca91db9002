import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { monitorId } from '../../src/operation/monitor-input.ts';
import { monitorOutput, viewMonitor } from '../../src/operation/monitor-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'monitor_resume',
  title: 'Resume a monitor',
  family: 'monitors',
  description: 'Resume a paused or failing monitor: it looks at once and is active again.',
  rest: { method: 'POST', path: '/v1/monitor/{id}/resume', params: { id: 'monitor_id' } },
  input: z.strictObject({ monitor_id: monitorId }),
  output: monitorOutput,
  price: 'free',
  auth: 'owner',
  effect: 'update',
  errors: ['NOT_FOUND', 'MONITOR_EXHAUSTED'],
  examples: [{ title: 'A monitor by id', input: { monitor_id: 'mon_01JD0000000000000000000000' } }],
  async run({ monitor_id }, { services, principal }) {
    return viewMonitor(await services.monitors.resume(requireOwner(principal), monitor_id));
  },
});
