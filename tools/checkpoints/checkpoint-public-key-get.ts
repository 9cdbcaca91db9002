import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';

export default defineTool({
  name: 'checkpoint_public_key_get',
  title: 'Get the key of the log',
  family: 'checkpoints',
  description:
    'Get the Ed25519 public key that signs checkpoints, as raw bytes, PEM and C2SP verifier key. ' +
    'Keep it: an offline verifier needs it from outside the archive.',
  rest: { method: 'GET', path: '/v1/checkpoints/public-key' },
  input: z.strictObject({}),
  output: z.object({
    algorithm: z.literal('ed25519').describe('Signature algorithm'),
    key_id: z.string().describe('Key id in notes, 8 hex digits'),
    public_key: z.string().describe('32 bytes in base64'),
    vkey: z.string().describe('C2SP verifier key'),
    origin: z.string().describe('Identity of the log'),
    pem: z.string().describe('SubjectPublicKeyInfo'),
  }),
  price: 'free',
  auth: 'open',
  effect: 'read',
  errors: [],
  examples: [{ title: 'The key', input: {} }],
  async run(_input, { services }) {
    const { algorithm, keyId, publicKey, vkey, origin, pem } = services.checkpoints.publicKey();
    return { algorithm, key_id: keyId, public_key: publicKey, vkey, origin, pem };
  },
});
