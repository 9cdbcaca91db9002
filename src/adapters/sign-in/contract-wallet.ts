import { toChecksumAddress } from '../../domain/signing/address.ts';
import { type ChainOptions, openPublicClient } from '../x402/chain.ts';

/** Whether the wallet at `address` takes a signature for its own. */
export type WalletCheck = (signed: {
  readonly address: `0x${string}`;
  readonly message: string;
  readonly signature: `0x${string}`;
}) => Promise<boolean>;

/**
 * Asks a node: EIP-1271 of a deployed contract wallet, EIP-6492 of one that is not deployed yet.
 *
 * The check throws when the node cannot be asked, or is of another chain: a contract there is somebody else's.
 */
export const createWalletCheck =
  (node: ChainOptions): WalletCheck =>
  async (signed) => {
    const client = await openPublicClient(node);
    // Asked first, also because viem takes a call that failed, for whatever reason, for a refused signature.
    const chainId = await client.getChainId();
    if (chainId !== node.network.chainId) throw new Error(`the node is of eip155:${chainId}`);
    const address = toChecksumAddress(signed.address) as `0x${string}`;
    // What viem cannot read, e.g. a broken wrapping of EIP-6492, is no signature either.
    return client.verifyMessage({ ...signed, address }).catch(() => false);
  };
