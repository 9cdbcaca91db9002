import { z } from 'zod';
import { toTimestamp } from '../../src/core/clock.ts';
import { timestamp } from '../../src/core/schema.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

const credits = z.int().nonnegative();

export default defineTool({
  name: 'quota_get',
  title: 'Get your quota',
  family: 'account',
  description:
    'Get plan, credits used and credits left this month, and when they reset. Costs nothing. ' +
    'See prices_list for what each call costs.',
  rest: { method: 'GET', path: '/v1/quota' },
  input: z.strictObject({}),
  output: z.object({
    plan_id: z.string().describe('Plan of the API key; local or pay_per_call without one'),
    billing_period: z.string().describe('Month in UTC, YYYY-MM'),
    credits_used: credits.describe('Credits of calls that succeeded'),
    monthly_credits: credits.describe('Credits of the plan'),
    remaining: credits.describe('Monthly less used and reserved by work under way'),
    reset_at: timestamp.describe('RFC 3339, UTC'),
    credits_remaining: credits.describe('Same as remaining'),
    credits_total: credits.describe('Same as monthly_credits'),
    resets_at: timestamp.describe('Same as reset_at'),
    unlimited: z.boolean().describe('Nothing is charged to this owner'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: [],
  examples: [{ title: 'Your quota', input: {} }],
  async run(_input, { services, principal }) {
    const quota = await services.quota.quotaOf(requireOwner(principal));
    const resetAt = toTimestamp(quota.resetAt);
    return {
      plan_id: quota.planId,
      billing_period: quota.period,
      credits_used: quota.usedCredits,
      monthly_credits: quota.monthlyCredits,
      remaining: quota.remainingCredits,
      reset_at: resetAt,
      credits_remaining: quota.remainingCredits,
      credits_total: quota.monthlyCredits,
      resets_at: resetAt,
      unlimited: quota.isUnlimited,
    };
  },
});
