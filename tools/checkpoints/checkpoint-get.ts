import { z } from 'zod';
import { checkpointId, checkpointOutput, viewCheckpoint } from '../../src/operation/checkpoint-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';

export default defineTool({
  name: 'checkpoint_get',
  title: 'Get a checkpoint',
  family: 'checkpoints',
  description:
    'Get a checkpoint of the transparency log: size, root hash, the leaves it added, and its signed note. ' +
    'Verify the note with the key of checkpoint_public_key_get.',
  rest: { method: 'GET', path: '/v1/checkpoints/{id}', params: { id: 'checkpoint_id' } },
  input: z.strictObject({ checkpoint_id: checkpointId }),
  output: checkpointOutput,
  price: 'free',
  auth: 'open',
  effect: 'read',
  errors: ['NOT_FOUND'],
  examples: [{ title: 'A checkpoint by id', input: { checkpoint_id: 'ckpt_01JD0000000000000000000000' } }],
  async run({ checkpoint_id }, { services: { checkpoints } }) {
    return viewCheckpoint(await checkpoints.get(checkpoint_id), checkpoints.publicKey().origin);
  },
});
