import { z } from 'zod';
import { timestamp } from '../../src/core/schema.ts';
import type { CheckpointService } from '../../src/domain/checkpoint/checkpoint-service.ts';
import { buildKeyList } from '../../src/domain/signing/key-list.ts';
import { defineTool } from '../../src/operation/define-tool.ts';

const logIdentityOf = (checkpoints: CheckpointService) => {
  const { origin, vkey } = checkpoints.publicKey();
  return { origin, vkey };
};

const key = z.object({
  key_id: z.string().describe('Id of the key'),
  algorithm: z.literal('secp256k1-eip191').describe('Curve and message form'),
  signer_address: z.string().describe('EIP-55 address: what a signature recovers to'),
  created_at: timestamp.describe('RFC 3339, UTC'),
  retired_at: timestamp.nullable().describe('No longer signs since; its signatures stay good'),
  revoked_at: timestamp.nullable().describe('Not to be trusted since'),
  revoked_log_index: z
    .int()
    .nonnegative()
    .optional()
    .describe('Index of the revocation in the log: a bundle entered before it stays good'),
});

export default defineTool({
  name: 'keys_list',
  title: 'List the signing keys',
  family: 'evidence',
  description:
    'List the secp256k1 keys, active and retired, that sign manifests of this service. ' +
    'Keep the addresses: they are what an offline verifier needs from outside the archive.',
  rest: { method: 'GET', path: '/v1/keys' },
  input: z.strictObject({}),
  output: z.object({
    schema: z.literal('affiant-keys/v1').describe('Version of this list'),
    keys: z.array(key).describe('Newest last'),
    log: z
      .object({
        origin: z.string().describe('Origin of the log'),
        vkey: z.string().describe('C2SP verifier key'),
      })
      .nullable()
      .describe('The transparency log of this service, null while it has none'),
  }),
  price: 'free',
  auth: 'open',
  effect: 'read',
  errors: [],
  examples: [{ title: 'All keys', input: {} }],
  async run(_input, { services }) {
    const { schema, keys, log } = buildKeyList(
      await services.keys.list(),
      logIdentityOf(services.checkpoints),
    );
    return { schema, keys: [...keys], log };
  },
});
