import { z } from 'zod';
import {
  agentId,
  callerText,
  custodyRecordOutput,
  receiptOutput,
  viewRecorded,
} from '../../src/operation/custody-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'hold_place',
  title: 'Place a legal hold',
  family: 'custody',
  description:
    'Place a legal hold on a bundle: neither bundle_delete nor its retention removes it until hold_release. ' +
    'Recorded in the custody chain and the log.',
  rest: { method: 'PUT', path: '/v1/extract/{id}/hold', params: { id: 'bundle_id' } },
  input: z.strictObject({
    bundle_id: bundleId,
    reason: callerText('reason').optional().describe('Why it is held'),
    matter: callerText('matter').optional().describe('Name or number of the legal matter'),
    agent_id: agentId.optional(),
  }),
  output: z.object({
    bundle_id: bundleId,
    legal_hold: z.literal(true).describe('The bundle is held'),
    record: custodyRecordOutput
      .nullable()
      .describe('The signed record; null when the stored chain is damaged'),
    receipt: receiptOutput.nullable().describe('Its receipt'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'update',
  errors: ['NOT_FOUND', 'ARTIFACT_TAMPERED', 'CUSTODY_FULL'],
  examples: [
    {
      title: 'A hold for a matter',
      input: { bundle_id: 'ev_01JD0000000000000000000000', reason: 'Litigation', matter: '2026-17' },
    },
  ],
  async run({ bundle_id, reason, matter, agent_id }, { services, principal }) {
    const owner = requireOwner(principal);
    const placed = await services.custody.placeHold(owner, bundle_id, {
      agentId: agent_id ?? owner.ownerId,
      reason: reason ?? null,
      matter: matter ?? null,
    });
    return {
      bundle_id,
      legal_hold: true as const,
      ...(placed ? viewRecorded(placed) : { record: null, receipt: null }),
    };
  },
});
