import { setTimeout as delay } from 'node:timers/promises';
import { createPaymentRepository } from '../adapters/payment/payment-repository.ts';
import { openPublicClient } from '../adapters/x402/chain.ts';
import { createChainlessLedger } from '../adapters/x402/chainless-ledger.ts';
import { mockFacilitator } from '../adapters/x402/mock-facilitator.ts';
import { createRemoteFacilitator } from '../adapters/x402/remote-facilitator.ts';
import { createSelfFacilitator } from '../adapters/x402/self-facilitator.ts';
import { findChainProblem, untilPassed } from '../adapters/x402/self-test.ts';
import { createTokenLedger } from '../adapters/x402/token-ledger.ts';
import { systemClock } from '../core/clock.ts';
import { EvidenceError } from '../core/error.ts';
import { startRounds } from '../core/start-rounds.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { parseAddress } from '../domain/signing/address.ts';
import { PAYMENT_NETWORKS, type PaymentNetwork } from '../domain/x402/network.ts';
import { createPaidAnswers } from '../domain/x402/paid-answers.ts';
import type { AuthorizationLedger, Facilitator } from '../domain/x402/port.ts';
import { createPaymentSettler, type SettlerParts } from '../domain/x402/settler.ts';
import { WalletCashier } from '../domain/x402/wallet-cashier.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';
import type { Storage } from './storage.ts';

export interface WalletPaymentSources {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly fetcher: GuardedFetcher;
  /** See SettlerParts. */
  readonly withdraw: SettlerParts['withdraw'];
  readonly warn: (message: string) => void;
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
  const { storage, configuration, withdraw } = sources;
  const payTo = recipientOf(configuration);
  if (!payTo) return null;
  const network = PAYMENT_NETWORKS[configuration.AFFIANT_X402_NETWORK];
  const { facilitator, ledger } = await openFacilitator(sources, network);
  const payments = createPaymentRepository(storage.database, systemClock);
  await payments.recover(storage.database.kind === 'postgres');
  const answers = createPaidAnswers(storage.idempotency);
  const clock = systemClock;
  const common = { facilitator, ledger, payments, answers, clock, wait: (ms: number) => delay(ms) };
  const retryMs = configuration.AFFIANT_SWEEP_SECONDS * 1000;
  const settler = createPaymentSettler({ ...common, patienceMs: SETTLE_PATIENCE_MS, retryMs, withdraw });
  return {
    cashier: new WalletCashier({ ...common, settler, network, payTo }),
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

interface Opened {
  readonly facilitator: Facilitator;
  readonly ledger: AuthorizationLedger;
}

async function openFacilitator(sources: WalletPaymentSources, network: PaymentNetwork): Promise<Opened> {
  const { AFFIANT_X402_FACILITATOR: given, AFFIANT_EVM_RPC_URL: rpcUrl } = sources.configuration;
  const choice = given ?? (network.isTest ? 'mock' : null);
  if (choice === null || (choice === 'mock' && !network.isTest))
    throw new ConfigurationError(
      `AFFIANT_X402_FACILITATOR: ${network.id} moves money; set self or the address of a facilitator`,
    );
  if (choice === 'mock') return { facilitator: mockFacilitator, ledger: createChainlessLedger(systemClock) };
  if (!rpcUrl && (choice === 'self' || !network.isTest))
    throw new ConfigurationError(`AFFIANT_EVM_RPC_URL: needed to see what was paid on ${network.id}`);
  const client = rpcUrl ? await openPublicClient({ rpcUrl, network, fetcher: sources.fetcher }) : null;
  const { facilitator, test } = await chooseFacilitator(choice, sources, network);
  const ledger = client ? createTokenLedger(client) : createChainlessLedger(systemClock);
  const check = async () => (client && (await findChainProblem(client, network))) ?? (await test());
  return { facilitator: await openOnceTested(facilitator, check, sources.warn), ledger };
}

async function chooseFacilitator(
  choice: string,
  { configuration, fetcher }: WalletPaymentSources,
  network: PaymentNetwork,
): Promise<{ facilitator: Facilitator; test: () => Promise<string | null> }> {
  if (choice === 'self') {
    const { AFFIANT_EVM_RPC_URL: rpcUrl = '', AFFIANT_SETTLER_PRIVATE_KEY: key = '' } = configuration;
    if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(key))
      throw new ConfigurationError(
        'AFFIANT_SETTLER_PRIVATE_KEY: expected 64 hex digits; self settles with it',
      );
    const privateKey = `0x${key.replace(/^0x/, '')}` as const;
    return {
      facilitator: await createSelfFacilitator({ rpcUrl, network, fetcher, privateKey }),
      test: async () => null,
    };
  }
  if (!/^https?:$/.test(URL.parse(choice)?.protocol ?? ''))
    throw new ConfigurationError('AFFIANT_X402_FACILITATOR: expected mock, self or an http(s) address');
  const facilitator = createRemoteFacilitator({ url: choice, fetcher });
  return {
    facilitator,
    test: async () =>
      (await facilitator.supports(network.id)) ? null : `it does not settle exact payments on ${network.id}`,
  };
}

/**
 * A facilitator that is asked only after the self-test was passed. What the test finds wrong stops the start; what
 * cannot be reached now is tried again with each payment, which is refused until then.
 */
async function openOnceTested(
  facilitator: Facilitator,
  check: () => Promise<string | null>,
  warn: (message: string) => void,
): Promise<Facilitator> {
  const pass = untilPassed(check);
  const problem = await check().catch((error: unknown) => {
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
