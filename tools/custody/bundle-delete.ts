import { z } from 'zod';
import { timestamp } from '../../src/core/schema.ts';
import { custodyRecordOutput } from '../../src/operation/custody-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { tombstoneOutput, viewDeletion } from '../../src/operation/deletion-view.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'bundle_delete',
  title: 'Delete a bundle for good',
  family: 'custody',
  description:
    'Delete a bundle permanently, and all that was made from it. A signed tombstone stays, in the log too. ' +
    'Refused under a legal hold; a notarized bundle needs acknowledge_notarized.',
  rest: { method: 'DELETE', path: '/v1/extract/{id}', params: { id: 'bundle_id' } },
  input: z.strictObject({
    bundle_id: bundleId,
    acknowledge_notarized: z.boolean().default(false).describe('true: its attestation stays on chain'),
  }),
  output: z.object({
    bundle_id: bundleId,
    deleted: z.literal(true).describe('The bundle is deleted'),
    tombstone_id: z.string().describe('Id of the tombstone'),
    tombstone: tombstoneOutput.describe('What is left of the bundle, signed'),
    record: custodyRecordOutput.describe('The last record of the custody chain'),
    purged_at: timestamp.nullable().describe('When the last byte was unlinked; null: under way'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'destroy',
  errors: ['NOT_FOUND', 'LEGAL_HOLD', 'BUNDLE_NOTARIZED'],
  examples: [{ title: 'A bundle', input: { bundle_id: 'ev_01JD0000000000000000000000' } }],
  async run({ bundle_id, acknowledge_notarized }, { services, principal }) {
    const owner = requireOwner(principal);
    const deletion = await services.deletions.delete(owner, bundle_id, {
      acknowledgesNotarized: acknowledge_notarized,
    });
    return { bundle_id, ...viewDeletion(deletion) };
  },
});
