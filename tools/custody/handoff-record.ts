import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import type { Owner } from '../../src/domain/account/principal.ts';
import type { ChainLine } from '../../src/domain/custody/chain-line.ts';
import {
  agentId,
  callerText,
  custodyRecordOutput,
  handoffId,
  receiptOutput,
  viewRecorded,
} from '../../src/operation/custody-view.ts';
import { defineTool, type ToolContext } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

const input = z.strictObject({
  bundle_id: bundleId,
  from_agent: callerText('agentId').optional().describe('Who hands over'),
  to_agent: callerText('agentId').optional().describe('Who receives'),
  note: callerText('note').optional().describe('Words to the recipient'),
  accept: handoffId.optional().describe('Instead: the handoff that agent_id accepts'),
  agent_id: agentId.optional(),
});

export default defineTool({
  name: 'handoff_record',
  title: 'Hand a bundle over, or accept it',
  family: 'custody',
  description:
    'Record that from_agent hands a bundle to to_agent; or, with accept, that agent_id takes it, ' +
    'after its own bundle_verify since the handoff.',
  rest: {
    method: 'POST',
    path: '/v1/extract/{id}/handoff',
    params: { id: 'bundle_id' },
    statuses: [201],
  },
  input,
  output: z.object({
    id: handoffId,
    handoff_id: handoffId,
    bundle_id: bundleId,
    accepted: z.boolean().describe('Whether this is the acceptance'),
    record: custodyRecordOutput.describe('The signed record'),
    receipt: receiptOutput.describe('Its receipt'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  errors: ['NOT_FOUND', 'REQUEST_INVALID', 'VERIFY_FIRST', 'ARTIFACT_TAMPERED', 'CUSTODY_FULL'],
  examples: [
    {
      title: 'A handoff',
      input: { bundle_id: 'ev_01JD0000000000000000000000', from_agent: 'agent-a', to_agent: 'agent-b' },
    },
    {
      title: 'Its acceptance',
      input: {
        bundle_id: 'ev_01JD0000000000000000000000',
        accept: 'hand_01JD0000000000000000000000',
        agent_id: 'agent-b',
      },
    },
  ],
  async run(fields, context) {
    const owner = requireOwner(context.principal);
    const line = fields.accept
      ? await accept(fields, owner, context)
      : await handOver(fields, owner, context);
    const id = String(line.record.body['handoff_id']);
    const { bundle_id } = fields;
    return { id, handoff_id: id, bundle_id, accepted: fields.accept !== undefined, ...viewRecorded(line) };
  },
});

type Fields = z.output<typeof input>;

function accept(fields: Fields, owner: Owner, { services }: ToolContext): Promise<ChainLine> {
  const { bundle_id, accept: handoff, agent_id, from_agent, to_agent, note } = fields;
  if ((from_agent ?? to_agent ?? note) !== undefined)
    throw new EvidenceError('REQUEST_INVALID', 'accept: it stands alone, with agent_id at most');
  return services.custody.acceptHandoff(owner, bundle_id, {
    handoffId: handoff ?? '',
    agentId: agent_id ?? owner.ownerId,
  });
}

function handOver(fields: Fields, owner: Owner, { services }: ToolContext): Promise<ChainLine> {
  const { bundle_id, from_agent, to_agent, note, agent_id } = fields;
  if (from_agent === undefined || to_agent === undefined)
    throw new EvidenceError('REQUEST_INVALID', 'from_agent, to_agent: both are needed, or accept');
  if (agent_id !== undefined && agent_id !== from_agent)
    throw new EvidenceError('REQUEST_INVALID', 'agent_id: the one who hands over is from_agent');
  return services.custody.recordHandoff(owner, bundle_id, {
    fromAgent: from_agent,
    toAgent: to_agent,
    note: note ?? null,
  });
}
