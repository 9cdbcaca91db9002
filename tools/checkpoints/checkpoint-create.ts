import { z } from 'zod';
import { checkpointShape, viewCheckpoint } from '../../src/operation/checkpoint-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';

export default defineTool({
  name: 'checkpoint_create',
  title: 'Create a checkpoint',
  family: 'checkpoints',
  description:
    'Sign the transparency log over everything published so far; answers the last checkpoint when nothing is new. ' +
    'The service does so by itself every few minutes. Use inclusion_proof_get next.',
  rest: {
    method: 'POST',
    path: '/v1/checkpoints',
    statuses: [201, 200],
    status: ({ created }) => (created ? 201 : 200),
  },
  input: z.strictObject({
    sign: z.boolean().default(true).describe('False: state the root without a signature'),
  }),
  output: z.object({
    ...checkpointShape,
    created: z.boolean().describe('False when the last checkpoint is answered again'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  errors: ['LOG_INCONSISTENT'],
  examples: [{ title: 'A signed checkpoint', input: {} }],
  async run({ sign }, { services: { checkpoints } }) {
    const { checkpoint, isNew } = await checkpoints.create({ sign });
    return { ...viewCheckpoint(checkpoint, checkpoints.publicKey().origin), created: isNew };
  },
});
