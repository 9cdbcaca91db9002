import { z } from 'zod';
import { toHex } from '../../src/core/bytes.ts';
import { sha256Hex } from '../../src/core/schema.ts';
import type { HeadRef } from '../../src/domain/checkpoint/checkpoint-service.ts';
import { defineTool } from '../../src/operation/define-tool.ts';

const head = z.string().regex(/^(?:0|[1-9][0-9]{0,14}|ckpt_[0-7][0-9A-HJKMNP-TV-Z]{25})$/);

const headRef = (text: string): HeadRef => (text.startsWith('ckpt_') ? text : Number(text));

export default defineTool({
  name: 'consistency_proof_get',
  title: 'Get a consistency proof',
  family: 'checkpoints',
  description:
    'Prove that the log only grew between two checkpoints: the RFC 6962 consistency proof from the older to the newer. ' +
    'Keep the newest checkpoint you saw and ask from there.',
  rest: { method: 'GET', path: '/v1/checkpoints/consistency' },
  input: z.strictObject({
    from: head.describe('Id of the older checkpoint, or a tree size'),
    to: head.describe('Id of the newer checkpoint, or a tree size up to the newest checkpoint'),
  }),
  output: z.object({
    from_size: z.int().nonnegative().describe('Leaves of the older tree'),
    to_size: z.int().nonnegative().describe('Leaves of the newer tree'),
    from_root: sha256Hex.describe('Root hash of the older tree'),
    to_root: sha256Hex.describe('Root hash of the newer tree'),
    consistency_path: z
      .array(sha256Hex)
      .describe('Hashes in the order of RFC 6962; none from size 0 or between equal sizes'),
  }),
  price: 'free',
  auth: 'open',
  effect: 'read',
  errors: ['NOT_FOUND', 'NOT_IN_CHECKPOINT', 'REQUEST_INVALID'],
  examples: [{ title: 'Between two sizes', input: { from: '100', to: '250' } }],
  async run({ from, to }, { services }) {
    const proof = await services.checkpoints.proveConsistency(headRef(from), headRef(to));
    return {
      from_size: proof.from.treeSize,
      to_size: proof.to.treeSize,
      from_root: toHex(proof.from.rootHash),
      to_root: toHex(proof.to.rootHash),
      consistency_path: proof.path.map(toHex),
    };
  },
});
