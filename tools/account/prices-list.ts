import { z } from 'zod';
import { creditsToUsd } from '../../src/domain/payment/price-table.ts';
import { clientsPaying, creditsToAtomic } from '../../src/domain/x402/network.ts';
import { defineTool } from '../../src/operation/define-tool.ts';

const price = z.object({
  tool: z.string().describe('Name of the tool'),
  key: z.string().describe('Variant of the call, e.g. extract_lean'),
  credits: z.int().positive().describe('Price in credits'),
  usd: z.string().describe('The same in dollars'),
  usdc_atomic: z.string().describe('The same in atomic units of USDC, for wallets'),
  within_default_caps: z
    .array(z.string())
    .describe('x402 clients that pay it without being told to: x402-fetch up to $0.10, @x402/fetch up to $1'),
});

const plan = z.object({
  plan_id: z.string().describe('Name of the plan'),
  monthly_credits: z.int().nonnegative().describe('Credits in a month'),
});

export default defineTool({
  name: 'prices_list',
  title: 'List the prices',
  family: 'account',
  description:
    'List what each tool costs in credits and dollars, and the plans. Tools that are not listed are free; ' +
    'only calls that succeed are charged.',
  rest: { method: 'GET', path: '/v1/prices' },
  input: z.strictObject({}),
  output: z.object({
    currency: z.literal('USD').describe('Of usd'),
    credit_usd: z.string().describe('Dollars of one credit'),
    prices: z.array(price).describe('Every paid tool'),
    plans: z.array(plan).describe('Plans of API keys'),
  }),
  price: 'free',
  auth: 'open',
  effect: 'read',
  errors: [],
  examples: [{ title: 'Every price', input: {} }],
  async run(_input, { services }) {
    return {
      currency: 'USD' as const,
      credit_usd: creditsToUsd(1),
      prices: services.prices.map((row) => ({
        ...row,
        usd: creditsToUsd(row.credits),
        usdc_atomic: String(creditsToAtomic(row.credits)),
        within_default_caps: clientsPaying(row.credits),
      })),
      plans: [...services.plans.values()].map(({ id, monthlyCredits }) => ({
        plan_id: id,
        monthly_credits: monthlyCredits,
      })),
    };
  },
});
