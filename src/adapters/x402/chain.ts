import type { PublicClient } from 'viem';
import { EvidenceError } from '../../core/error.ts';
import type { GuardedFetcher } from '../../domain/egress/port.ts';
import type { PaymentNetwork } from '../../domain/x402/network.ts';
import { asFetch } from './guarded-fetch.ts';

/** A node of a network, by JSON-RPC. */
export interface ChainOptions {
  readonly rpcUrl: string;
  readonly network: PaymentNetwork;
  readonly fetcher: GuardedFetcher;
}

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** viem's description of a network and its way there. viem takes a fifth of a second to load. */
export async function connect({ rpcUrl, network, fetcher }: ChainOptions) {
  const { defineChain, http } = await import('viem');
  const chain = defineChain({
    id: network.chainId,
    name: network.v1Name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
  });
  const fetchFn = asFetch(fetcher, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  return { chain, transport: http(rpcUrl, { fetchFn, retryCount: 1, timeout: TIMEOUT_MS }) };
}

/** A client that only reads. */
export async function openPublicClient(options: ChainOptions): Promise<PublicClient> {
  const { createPublicClient } = await import('viem');
  return createPublicClient(await connect(options)) as PublicClient;
}

/** Whatever a node did wrong, told once. */
export const chainFault = (cause: unknown): EvidenceError =>
  new EvidenceError('CHAIN_UNAVAILABLE', undefined, { cause });
