import { createStripePortal } from '../adapters/billing/stripe-portal.ts';
import { createFeedbackRepository } from '../adapters/feedback/feedback-repository.ts';
import { createRateLimiter } from '../adapters/rate-limit/rate-limiter.ts';
import { systemClock } from '../core/clock.ts';
import type { Plans } from '../domain/account/plan.ts';
import type { RateLimiter } from '../domain/account/port.ts';
import { createBillingService } from '../domain/billing/billing-service.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { chooseCashier, freeCashier } from '../domain/payment/cashier.ts';
import { createCreditCashier } from '../domain/payment/credit-cashier.ts';
import type { Cashier } from '../domain/payment/port.ts';
import { createQuotaService } from '../domain/payment/quota.ts';
import type { Services } from '../operation/services.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';
import { readPlans } from './plans-file.ts';
import type { Storage } from './storage.ts';

export interface AccountingSources {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly baseUrl: string;
  readonly fetcher: GuardedFetcher;
}

/** Who may call how often, and who pays. */
export interface Accounting {
  readonly cashier: Cashier;
  readonly rateLimiter: RateLimiter;
  readonly services: Pick<Services, 'plans' | 'quota' | 'feedback' | 'billing'>;
  /** Release what dead calls left reserved, forget windows that ended. */
  sweep(): Promise<void>;
}

/**
 * Ready to charge. What calls of dead processes left reserved is released.
 *
 * @throws ConfigurationError when the plans are not valid, EvidenceError `DATABASE_UNAVAILABLE`.
 */
export async function openAccounting(sources: AccountingSources): Promise<Accounting> {
  const { storage, configuration, baseUrl } = sources;
  const { database, charges } = storage;
  const plans = await readPlans(configuration.AFFIANT_DATA_DIR);
  assertPlan(plans, configuration.AFFIANT_BOOTSTRAP_PLAN);
  // Only on a server may other processes have calls under way.
  await charges.releaseAbandoned(database.kind === 'postgres');
  const upgradeUrl = configuration.AFFIANT_UPGRADE_URL ?? `${baseUrl}/#plans`;
  const credits = { charges, plans, clock: systemClock };
  const rateLimiter = createRateLimiter(database, configuration.AFFIANT_RATE_LIMIT_PER_MINUTE);
  return {
    cashier: chooseCashier({
      'api-key': createCreditCashier({ ...credits, upgradeUrl }),
      local: freeCashier,
    }),
    rateLimiter,
    services: {
      plans,
      quota: createQuotaService(credits),
      feedback: createFeedbackRepository(database, systemClock),
      billing: createBillingService({
        keys: storage.apiKeys,
        portal: openPortal(sources),
        returnUrl: upgradeUrl,
      }),
    },
    async sweep() {
      await Promise.all([charges.releaseAbandoned(true), rateLimiter.sweep()]);
    },
  };
}

function assertPlan(plans: Plans, id: string): void {
  if (plans.has(id)) return;
  throw new ConfigurationError(
    `AFFIANT_BOOTSTRAP_PLAN: no such plan (plans: ${[...plans.keys()].join(', ')})`,
  );
}

function openPortal({ configuration, fetcher }: AccountingSources) {
  const { STRIPE_SECRET_KEY: secretKey, AFFIANT_STRIPE_BASE_URL: baseUrl } = configuration;
  return secretKey ? createStripePortal({ secretKey, baseUrl: new URL(baseUrl), fetcher }) : null;
}
