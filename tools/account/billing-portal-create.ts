import { z } from 'zod';
import { defineTool } from '../../src/operation/define-tool.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'billing_portal_create',
  title: 'Open the billing portal',
  family: 'account',
  description:
    'Create a session of the payment provider’s customer portal and answer its address, for a person to open. ' +
    'The e-mail must be the one that bought the API key.',
  rest: { method: 'POST', path: '/v1/billing/portal' },
  input: z.strictObject({ email: z.email().max(254).describe('E-mail used at checkout') }),
  output: z.object({ url: z.url().describe('Address of the session; whoever has it is signed in') }),
  price: 'free',
  auth: 'owner',
  effect: 'create',
  openWorld: true,
  errors: ['BILLING_EMAIL_MISMATCH', 'BILLING_UNAVAILABLE', 'NOT_FOUND'],
  examples: [{ title: 'By e-mail', input: { email: 'buyer@example.com' } }],
  async run({ email }, { services, principal }) {
    return { url: await services.billing.openPortal(requireOwner(principal), email) };
  },
});
