import type { Clock } from '../../core/clock.ts';
import type { Plans } from '../account/plan.ts';
import type { Owner } from '../account/principal.ts';
import { type BillingPeriod, billingPeriodOf, resetOf } from './billing-period.ts';
import type { Balance, ChargeRepository } from './port.ts';

/** What an owner may still spend this month. */
export interface Quota {
  /** Plan of the API key; `local` and `pay_per_call` for owners without a plan. */
  readonly planId: string;
  readonly period: BillingPeriod;
  readonly usedCredits: number;
  readonly monthlyCredits: number;
  /** Monthly less used and reserved, never below 0. */
  readonly remainingCredits: number;
  readonly resetAt: Date;
  /** Nothing is charged to this owner; the numbers are the largest that JSON carries exactly. */
  readonly isUnlimited: boolean;
}

export interface QuotaService {
  quotaOf(owner: Owner): Promise<Quota>;
}

/** Credits left of `limit`. 0 when a smaller plan came after they were spent. */
export const remainingCredits = (limit: number, { usedCredits, reservedCredits }: Balance): number =>
  Math.max(0, limit - usedCredits - reservedCredits);

export interface QuotaParts {
  readonly charges: Pick<ChargeRepository, 'balance'>;
  readonly plans: Plans;
  readonly clock: Clock;
}

/** Quotas by the ledger. Asking costs nothing. */
export const createQuotaService = ({ charges, plans, clock }: QuotaParts): QuotaService => ({
  async quotaOf(owner) {
    const period = billingPeriodOf(clock.now());
    const facts = { period, resetAt: resetOf(period) };
    if (owner.kind !== 'api-key') return { ...facts, ...withoutPlan(owner.kind) };
    const monthlyCredits = plans.get(owner.plan)?.monthlyCredits ?? 0;
    const balance = await charges.balance(owner.ownerId, period);
    return {
      ...facts,
      planId: owner.plan,
      usedCredits: balance.usedCredits,
      monthlyCredits,
      remainingCredits: remainingCredits(monthlyCredits, balance),
      isUnlimited: false,
    };
  },
});

/** The operator's own machine is not charged; a wallet has no credits, it pays for each call. */
function withoutPlan(kind: 'local' | 'wallet'): Omit<Quota, 'period' | 'resetAt'> {
  const isUnlimited = kind === 'local';
  const credits = isUnlimited ? Number.MAX_SAFE_INTEGER : 0;
  return {
    planId: isUnlimited ? 'local' : 'pay_per_call',
    usedCredits: 0,
    monthlyCredits: credits,
    remainingCredits: credits,
    isUnlimited,
  };
}
