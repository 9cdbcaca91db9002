import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { Plans } from '../account/plan.ts';
import { billingPeriodOf, resetOf } from './billing-period.ts';
import { NOTHING_RESERVED } from './cashier.ts';
import type { Balance, Cashier, ChargeRepository, Reservation } from './port.ts';
import { remainingCredits } from './quota.ts';

/** What the credits of API keys are kept with. */
export interface CreditParts {
  readonly charges: ChargeRepository;
  readonly plans: Plans;
  readonly clock: Clock;
  /** Where a larger plan is to be had. */
  readonly upgradeUrl: string;
}

/** Charges the monthly credits of API keys. */
export const createCreditCashier = (parts: CreditParts): Cashier => ({
  async reserve({ principal, operation, credits, idempotencyKey }) {
    if (principal.kind !== 'api-key') throw new EvidenceError('AUTHENTICATION_REQUIRED');
    const { ownerId, plan } = principal;
    // A plan that was taken out of the file gives no more credits.
    const limit = parts.plans.get(plan)?.monthlyCredits ?? 0;
    const outcome = await parts.charges.reserve({ ownerId, operation, credits, idempotencyKey }, limit);
    if (outcome.kind === 'paid') return NOTHING_RESERVED;
    if (outcome.kind === 'exhausted') throw exhausted(outcome.balance, { limit, parts });
    return reservation(parts.charges, outcome.chargeId, credits);
  },
});

const reservation = (charges: ChargeRepository, chargeId: string, credits: number): Reservation => ({
  credits,
  capture: async () => assertInForce(await charges.capture(chargeId)),
  handTo: async (jobId) => assertInForce(await charges.handTo(chargeId, jobId)),
  release: () => charges.release(chargeId),
});

function assertInForce(isInForce: boolean): void {
  if (!isInForce) throw new EvidenceError('DEADLINE_EXCEEDED');
}

/** @see the specification, "402, API-key quota" */
function exhausted(balance: Balance, { limit, parts }: { limit: number; parts: CreditParts }): EvidenceError {
  const remaining = remainingCredits(limit, balance);
  return new EvidenceError('QUOTA_EXHAUSTED', undefined, {
    details: {
      quota: { used: balance.usedCredits, limit, remaining },
      upgrade_url: parts.upgradeUrl,
      reset_at: toTimestamp(resetOf(billingPeriodOf(parts.clock.now()))),
    },
  });
}
