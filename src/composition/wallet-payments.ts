import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../adapters/log/logger.ts';
import { createPaymentRepository } from '../adapters/payment/payment-repository.ts';
import { createReceiptSigner } from '../adapters/x402/offer-receipt.ts';
import { untilPassed } from '../adapters/x402/self-test.ts';
import { systemClock } from '../core/clock.ts';
import { EvidenceError } from '../core/error.ts';
import { startRounds } from '../core/start-rounds.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { parseAddress } from '../domain/signing/address.ts';
import { PAYMENT_NETWORKS } from '../domain/x402/network.ts';
import { createPaidAnswers } from '../domain/x402/paid-answers.ts';
import type { Facilitator } from '../domain/x402/port.ts';
import { createPaymentSettler } from '../domain/x402/settler.ts';
import { WalletCashier } from '../domain/x402/wallet-cashier.ts';
import type { Catalogue } from '../operation/catalogue.ts';
import type { Services } from '../operation/services.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';
import { type OpenFacilitator, openFacilitator } from './facilitator.ts';
import { createPaidBundles } from './paid-bundles.ts';
import type { Storage } from './storage.ts';

export interface WalletPaymentSources {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly fetcher: GuardedFetcher;
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly logger: Logger;
}

/** Payments by wallet, ready to be taken. */
export interface WalletPayments {
  readonly cashier: WalletCashier;
  /** One round of the sweeper. @returns what went wrong. */
  sweep(): Promise<readonly unknown[]>;
  /** Settle what falls due while nobody waits for it: payments of jobs. */
  start(onError: (error: unknown) => void): { stop(): Promise<void> };
}

/** How long a call waits for its settlement. */
const SETTLE_PATIENCE_MS = 20_000;
/** A job's payment is settled so soon after its end. */
const DUE_ROUND_MS = 1_000;

/**
 * Take payments by wallet, or null where no recipient is configured. What dead processes left is repaired.
 *
 * @throws ConfigurationError when the settings contradict each other, the chain or the facilitator: paid routes are
 *   never served open.
 */
export async function openWalletPayments(sources: WalletPaymentSources): Promise<WalletPayments | null> {
  const { storage, configuration, logger } = sources;
  const payTo = recipientOf(configuration);
  if (!payTo) return null;
  const network = PAYMENT_NETWORKS[configuration.AFFIANT_X402_NETWORK];
  const opened = await openFacilitator(sources);
  const { ledger } = opened;
  const facilitator = await openOnceTested(opened, (message) => logger.warn(message));
  const payments = createPaymentRepository(storage.database, systemClock);
  await payments.recover(storage.database.kind === 'postgres');
  const answers = createPaidAnswers(storage.idempotency);
  const clock = systemClock;
  const common = { facilitator, ledger, payments, answers, clock, wait: (ms: number) => delay(ms) };
  const signReceipt = createReceiptSigner(storage.signing.digestSigner);
  const retryMs = configuration.AFFIANT_SWEEP_SECONDS * 1000;
  const settler = createPaymentSettler({
    ...common,
    ...createPaidBundles(sources),
    patienceMs: SETTLE_PATIENCE_MS,
    retryMs,
    onFault: (error) => logger.error({ error }, 'a payment is settled, its bundle does not say so'),
  });
  return {
    cashier: new WalletCashier({ ...common, settler, signReceipt, network, payTo }),
    async sweep() {
      await payments.recover(true);
      return [...(await settler.settleDue()), ...(await settler.lookAtExpired())];
    },
    start: (onError) =>
      startRounds({
        firstAfterMs: DUE_ROUND_MS,
        async run() {
          for (const fault of await settler.settleDue().catch((error: unknown) => [error])) onError(fault);
          return DUE_ROUND_MS;
        },
      }),
  };
}

function recipientOf({ AFFIANT_X402_PAY_TO: text }: Configuration): `0x${string}` | null {
  if (!text) return null;
  const address = parseAddress(text);
  if (!address) throw new ConfigurationError('AFFIANT_X402_PAY_TO: the mixed case contradicts its checksum');
  return address as `0x${string}`;
}

/**
 * A facilitator that is asked only after the self-test was passed. What the test finds wrong stops the start; what
 * cannot be reached now is tried again with each payment, which is refused until then.
 */
async function openOnceTested(
  { facilitator, findProblem }: OpenFacilitator,
  warn: (message: string) => void,
): Promise<Facilitator> {
  const pass = untilPassed(findProblem);
  const problem = await findProblem().catch((error: unknown) => {
    if (!(error instanceof EvidenceError)) throw error;
    warn(`x402: the self-test was not passed yet (${error.code}); payments are refused until it is`);
    return null;
  });
  if (problem !== null) throw new ConfigurationError(`AFFIANT_X402_FACILITATOR: ${problem}`);
  return {
    async verify(order) {
      await pass();
      return facilitator.verify(order);
    },
    settle: (order) => facilitator.settle(order),
  };
}
