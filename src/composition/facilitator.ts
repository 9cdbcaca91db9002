import { openPublicClient } from '../adapters/x402/chain.ts';
import { createChainlessLedger } from '../adapters/x402/chainless-ledger.ts';
import { mockFacilitator } from '../adapters/x402/mock-facilitator.ts';
import { createRemoteFacilitator } from '../adapters/x402/remote-facilitator.ts';
import { createSelfFacilitator } from '../adapters/x402/self-facilitator.ts';
import { findChainProblem } from '../adapters/x402/self-test.ts';
import { createTokenLedger } from '../adapters/x402/token-ledger.ts';
import { systemClock } from '../core/clock.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { PAYMENT_NETWORKS } from '../domain/x402/network.ts';
import type { AuthorizationLedger, Facilitator } from '../domain/x402/port.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';

export interface FacilitatorSources {
  readonly configuration: Configuration;
  readonly fetcher: GuardedFetcher;
}

/** What verifies and settles payments, and what says whether they were made. */
export interface OpenFacilitator {
  /** `mock`, `self`, or an address. */
  readonly choice: string;
  readonly facilitator: Facilitator;
  readonly ledger: AuthorizationLedger;
  /** What contradicts the configuration; null: nothing. @throws EvidenceError when it cannot be reached. */
  readonly findProblem: () => Promise<string | null>;
}

/**
 * Take up the facilitator that is configured. Nothing is asked yet.
 *
 * @throws ConfigurationError when settings are missing or contradict each other.
 */
export async function openFacilitator(sources: FacilitatorSources): Promise<OpenFacilitator> {
  const { AFFIANT_X402_FACILITATOR: given, AFFIANT_EVM_RPC_URL: rpcUrl } = sources.configuration;
  const network = PAYMENT_NETWORKS[sources.configuration.AFFIANT_X402_NETWORK];
  const choice = given ?? (network.isTest ? 'mock' : null);
  if (choice === null || (choice === 'mock' && !network.isTest))
    throw new ConfigurationError(
      `AFFIANT_X402_FACILITATOR: ${network.id} moves money; set self or the address of a facilitator`,
    );
  const chainless = createChainlessLedger(systemClock);
  if (choice === 'mock')
    return { choice, facilitator: mockFacilitator, ledger: chainless, findProblem: async () => null };
  if (!rpcUrl && (choice === 'self' || !network.isTest))
    throw new ConfigurationError(`AFFIANT_EVM_RPC_URL: needed to see what was paid on ${network.id}`);
  const client = rpcUrl ? await openPublicClient({ rpcUrl, network, fetcher: sources.fetcher }) : null;
  const findChain = async () => (client ? findChainProblem(client, network) : null);
  const ledger = client ? createTokenLedger(client) : chainless;
  if (choice === 'self')
    return { choice, facilitator: await openSelf(sources), ledger, findProblem: findChain };
  const facilitator = openRemote(choice, sources);
  const findKind = async () =>
    (await facilitator.supports(network.id)) ? null : `it does not settle exact payments on ${network.id}`;
  return { choice, facilitator, ledger, findProblem: async () => (await findChain()) ?? findKind() };
}

function openSelf({ configuration, fetcher }: FacilitatorSources): Promise<Facilitator> {
  const { AFFIANT_EVM_RPC_URL: rpcUrl = '', AFFIANT_SETTLER_PRIVATE_KEY: key = '' } = configuration;
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(key))
    throw new ConfigurationError('AFFIANT_SETTLER_PRIVATE_KEY: expected 64 hex digits; self settles with it');
  const network = PAYMENT_NETWORKS[configuration.AFFIANT_X402_NETWORK];
  return createSelfFacilitator({ rpcUrl, network, fetcher, privateKey: `0x${key.replace(/^0x/, '')}` });
}

function openRemote(url: string, { fetcher }: FacilitatorSources) {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigurationError('AFFIANT_X402_FACILITATOR: expected mock, self or an http(s) address');
  return createRemoteFacilitator({ url, fetcher });
}
