import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { monitorId } from '../../src/operation/monitor-input.ts';
import { monitorOutput, viewMonitor } from '../../src/operation/monitor-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'monitor_get',
  title: 'Get a monitor',
  family: 'monitors',
  description: 'Get a monitor: configuration, status, newest check, newest bundle, checks left.',
  rest: { method: 'GET', path: '/v1/monitor/{id}', params: { id: 'monitor_id' } },
  input: z.strictObject({ monitor_id: monitorId }),
  output: monitorOutput,
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: ['NOT_FOUND'],
  examples: [{ title: 'A monitor by id', input: { monitor_id: 'mon_01JD0000000000000000000000' } }],
  async run({ monitor_id }, { services, principal }) {
    return viewMonitor(await services.monitors.get(requireOwner(principal), monitor_id));
  },
});
