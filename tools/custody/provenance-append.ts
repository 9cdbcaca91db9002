import { z } from 'zod';
import {
  agentId,
  callerText,
  custodyRecordOutput,
  provenanceOutput,
  receiptOutput,
  viewProvenance,
  viewRecorded,
} from '../../src/operation/custody-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'provenance_append',
  title: 'Append a provenance event',
  family: 'custody',
  description:
    'Append what an agent did with a bundle to its signed custody chain. Its texts travel with the archive.',
  rest: {
    method: 'POST',
    path: '/v1/extract/{id}/provenance',
    params: { id: 'bundle_id' },
    statuses: [201],
  },
  input: z.strictObject({
    bundle_id: bundleId,
    agent_id: agentId.optional(),
    action: callerText('action').describe('What was done, e.g. summarize'),
    query: callerText('query').optional().describe('What was asked'),
    result_summary: callerText('resultSummary').optional().describe('What came out'),
  }),
  output: z.object({
    // Optional, so that tools/list does not repeat what the record says.
    ...provenanceOutput.partial().shape,
    bundle_id: bundleId,
    record: custodyRecordOutput.describe('The signed record'),
    receipt: receiptOutput.describe('Its receipt'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  errors: ['NOT_FOUND', 'ARTIFACT_TAMPERED', 'CUSTODY_FULL'],
  examples: [
    {
      title: 'A question that was answered',
      input: {
        bundle_id: 'ev_01JD0000000000000000000000',
        agent_id: 'agent-a',
        action: 'qa',
        query: 'What is the fee?',
      },
    },
  ],
  async run({ bundle_id, agent_id, action, query, result_summary }, { services, principal }) {
    const owner = requireOwner(principal);
    const line = await services.custody.appendProvenance(owner, bundle_id, {
      agentId: agent_id ?? owner.ownerId,
      action,
      query: query ?? null,
      resultSummary: result_summary ?? null,
    });
    return { ...viewProvenance(line), bundle_id, ...viewRecorded(line) };
  },
});
