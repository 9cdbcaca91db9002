import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { monitorId } from '../../src/operation/monitor-input.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'monitor_delete',
  title: 'Stop and remove a monitor',
  family: 'monitors',
  description: 'Delete a monitor and its history; it stops at once. Its bundles stay.',
  rest: { method: 'DELETE', path: '/v1/monitor/{id}', params: { id: 'monitor_id' } },
  input: z.strictObject({ monitor_id: monitorId }),
  output: z.object({ monitor_id: monitorId, deleted: z.literal(true).describe('It is gone') }),
  price: 'free',
  auth: 'owner',
  effect: 'destroy',
  errors: ['NOT_FOUND'],
  examples: [{ title: 'A monitor by id', input: { monitor_id: 'mon_01JD0000000000000000000000' } }],
  async run({ monitor_id }, { services, principal }) {
    await services.monitors.remove(requireOwner(principal), monitor_id);
    return { monitor_id, deleted: true as const };
  },
});
