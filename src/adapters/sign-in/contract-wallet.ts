import { fromUtf8 } from '../../core/bytes.ts';
import type { GuardedFetcher } from '../../domain/egress/port.ts';
import { toChecksumAddress } from '../../domain/signing/address.ts';

export interface ChainNode {
  /** JSON-RPC over HTTP. */
  readonly rpcUrl: string;
  /** CAIP-2 id of the chain that the node must be of. */
  readonly network: string;
  readonly fetcher: GuardedFetcher;
}

/** Whether the wallet at `address` takes a signature for its own. */
export type WalletCheck = (signed: {
  readonly address: `0x${string}`;
  readonly message: string;
  readonly signature: `0x${string}`;
}) => Promise<boolean>;

const TIMEOUT_MS = 8000;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Asks a node: EIP-1271 of a deployed contract wallet, EIP-6492 of one that is not deployed yet.
 *
 * The check throws when the node cannot be asked, or is of another chain: a contract there is somebody else's.
 */
export const createWalletCheck = (node: ChainNode): WalletCheck => {
  return async (signed) => {
    const { createPublicClient, custom } = await import('viem');
    const transport = custom({ request: (request) => askNode(node, request) }, { retryCount: 0 });
    const client = createPublicClient({ transport });
    // Asked first, also because viem takes a call that failed, for whatever reason, for a refused signature.
    const chainId = await client.getChainId();
    if (`eip155:${chainId}` !== node.network) throw new Error(`the node is of eip155:${chainId}`);
    const address = toChecksumAddress(signed.address) as `0x${string}`;
    // What viem cannot read, e.g. a broken wrapping of EIP-6492, is no signature either.
    return client.verifyMessage({ ...signed, address }).catch(() => false);
  };
};

async function askNode(
  { rpcUrl, fetcher }: ChainNode,
  { method, params = [] }: { readonly method: string; readonly params?: unknown },
): Promise<unknown> {
  const answer = await fetcher.fetch({
    url: rpcUrl,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    maxRedirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  const { result, error } = JSON.parse(fromUtf8(answer.body)) as {
    result?: unknown;
    error?: { code: number };
  };
  if (result === undefined)
    throw Object.assign(new Error('the node answered an error'), { code: error?.code });
  return result;
}
