import { z } from 'zod';
import { fromHex, toHex } from '../../src/core/bytes.ts';
import { EvidenceError } from '../../src/core/error.ts';
import { sha256Hex } from '../../src/core/schema.ts';
import type { Principal } from '../../src/domain/account/principal.ts';
import type { EntryRef } from '../../src/domain/checkpoint/checkpoint-service.ts';
import { checkpointId } from '../../src/operation/checkpoint-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

/** A bundle is its owner's; a leaf hash is known only to those who were shown it. */
function entryRef(
  input: { bundle_id?: string | undefined; leaf_hash?: string | undefined },
  principal: Principal,
): EntryRef {
  const { bundle_id, leaf_hash } = input;
  if (bundle_id !== undefined && leaf_hash === undefined) {
    return { ownerId: requireOwner(principal).ownerId, bundleId: bundle_id };
  }
  if (leaf_hash !== undefined && bundle_id === undefined) return { leafHash: fromHex(leaf_hash) };
  throw new EvidenceError('REQUEST_INVALID', 'Send either bundle_id or leaf_hash.');
}

export default defineTool({
  name: 'inclusion_proof_get',
  title: 'Get an inclusion proof',
  family: 'checkpoints',
  description:
    'Get the RFC 6962 inclusion proof of a bundle of yours, or of any leaf hash, under a checkpoint of the log. ' +
    'Answers NOT_IN_CHECKPOINT while none covers it yet: use checkpoint_create.',
  rest: { method: 'GET', path: '/v1/checkpoints/proof' },
  input: z.strictObject({
    bundle_id: bundleId.optional(),
    leaf_hash: sha256Hex.optional().describe('SHA-256 of 0x00 and the entry; needs no credential'),
    checkpoint_id: checkpointId.optional().describe('Default: the newest signed checkpoint'),
  }),
  output: z.object({
    checkpoint_id: checkpointId,
    leaf_index: z.int().nonnegative().describe('From 0'),
    tree_size: z.int().positive().describe('Leaves under the root'),
    leaf_hash: sha256Hex.describe('SHA-256 of 0x00 and the entry'),
    root_hash: sha256Hex.describe('Root of the checkpoint'),
    inclusion_path: z.array(sha256Hex).describe('Sibling hashes, leaf end first'),
    entry: z.string().describe('Text of the leaf'),
    note: z.string().nullable().describe('The checkpoint as a C2SP signed note; null when unsigned'),
  }),
  price: 'free',
  auth: 'open',
  effect: 'read',
  errors: ['NOT_FOUND', 'NOT_IN_CHECKPOINT', 'REQUEST_INVALID', 'AUTHENTICATION_REQUIRED'],
  examples: [
    { title: 'A bundle of yours', input: { bundle_id: 'ev_01JD0000000000000000000000' } },
    {
      title: 'Any leaf',
      input: { leaf_hash: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d' },
    },
  ],
  async run(input, { services, principal }) {
    const found = await services.checkpoints.proveInclusion(
      entryRef(input, principal),
      input.checkpoint_id ?? null,
    );
    const { checkpoint, entry, path } = found;
    return {
      checkpoint_id: checkpoint.checkpointId,
      leaf_index: entry.leafIndex,
      tree_size: checkpoint.treeSize,
      leaf_hash: toHex(entry.leafHash),
      root_hash: toHex(checkpoint.rootHash),
      inclusion_path: path.map(toHex),
      entry: entry.text,
      note: checkpoint.note,
    };
  },
});
