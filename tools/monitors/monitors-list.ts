import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { monitorId } from '../../src/operation/monitor-input.ts';
import { monitorOutput, viewMonitor } from '../../src/operation/monitor-view.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'monitors_list',
  title: 'List the watched pages',
  family: 'monitors',
  description: 'List your monitors, oldest first, with status and newest check.',
  rest: { method: 'GET', path: '/v1/monitor' },
  input: z.strictObject({
    limit: z.int().min(1).max(200).default(50).describe('Most monitors'),
    cursor: monitorId.optional().describe('next_cursor of the last page'),
  }),
  output: z.object({
    monitors: z.array(monitorOutput).describe('Oldest first'),
    next_cursor: monitorId.nullable().describe('Pass as cursor for more; null: that was all'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: [],
  examples: [{ title: 'All monitors', input: {} }],
  async run({ limit, cursor }, { services, principal }) {
    const page = { limit, after: cursor ?? null };
    const { items, hasMore } = await services.monitors.list(requireOwner(principal), page);
    return {
      monitors: items.map(viewMonitor),
      next_cursor: hasMore ? (items.at(-1)?.monitor.monitorId ?? null) : null,
    };
  },
});
