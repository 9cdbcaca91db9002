import { z } from 'zod';
import { toTimestamp } from '../../src/core/clock.ts';
import { idSchema } from '../../src/core/schema.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { createdAt, text } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'feedback_send',
  title: 'Send feedback',
  family: 'account',
  description: 'Send feedback about this service to its operator: what was missing, wrong or good.',
  rest: { method: 'POST', path: '/v1/feedback', statuses: [201] },
  input: z.strictObject({
    message: text.trim().min(1).max(4000).describe('Your words'),
    rating: z.int().min(1).max(5).optional().describe('1 bad to 5 good'),
  }),
  output: z.object({
    id: idSchema('fb').describe('Same as feedback_id'),
    feedback_id: idSchema('fb').describe('fb_ and 26 characters'),
    created_at: createdAt,
  }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  errors: ['RATE_LIMITED'],
  examples: [{ title: 'A wish', input: { message: 'Captions of figures are missing.', rating: 4 } }],
  async run({ message, rating = null }, { services, principal }) {
    const { ownerId } = requireOwner(principal);
    const { feedbackId, at } = await services.feedback.add({ ownerId, message, rating });
    return { id: feedbackId, feedback_id: feedbackId, created_at: toTimestamp(at) };
  },
});
