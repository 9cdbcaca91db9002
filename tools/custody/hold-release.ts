import { z } from 'zod';
import {
  agentId,
  custodyRecordOutput,
  receiptOutput,
  viewRecorded,
} from '../../src/operation/custody-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'hold_release',
  title: 'Release a legal hold',
  family: 'custody',
  description:
    'Release the legal hold of a bundle: it may be deleted, and its retention counts again. ' +
    'Recorded in the custody chain and the log.',
  rest: { method: 'DELETE', path: '/v1/extract/{id}/hold', params: { id: 'bundle_id' } },
  input: z.strictObject({ bundle_id: bundleId, agent_id: agentId.optional() }),
  output: z.object({
    bundle_id: bundleId,
    legal_hold: z.literal(false).describe('The bundle is not held'),
    record: custodyRecordOutput
      .nullable()
      .describe('The signed record of the last release; null when there was none'),
    receipt: receiptOutput.nullable().describe('Its receipt'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'update',
  errors: ['NOT_FOUND', 'ARTIFACT_TAMPERED', 'CUSTODY_FULL'],
  examples: [{ title: 'The end of a hold', input: { bundle_id: 'ev_01JD0000000000000000000000' } }],
  async run({ bundle_id, agent_id }, { services, principal }) {
    const owner = requireOwner(principal);
    const released = await services.custody.releaseHold(owner, bundle_id, agent_id ?? owner.ownerId);
    const view = released ? viewRecorded(released) : { record: null, receipt: null };
    return { bundle_id, legal_hold: false as const, ...view };
  },
});
