import type { PublicClient } from 'viem';
import { EvidenceError } from '../../core/error.ts';
import type { PaymentNetwork } from '../../domain/x402/network.ts';
import { chainFault } from './chain.ts';

const view = <const Name extends string, const Type extends string>(name: Name, type: Type) =>
  ({ type: 'function', name, stateMutability: 'view', inputs: [], outputs: [{ name: '', type }] }) as const;
const ABI = [view('name', 'string'), view('version', 'string'), view('decimals', 'uint8')] as const;

/**
 * Compare a node with the network that it stands for: its chain id, and the names of the token that every signature
 * is over. With a wrong one no payment would ever verify, or another token would be taken for money.
 *
 * @returns what is wrong; null when all is right.
 * @throws EvidenceError `CHAIN_UNAVAILABLE`.
 */
export async function findChainProblem(
  client: PublicClient,
  network: PaymentNetwork,
): Promise<string | null> {
  const { asset, chainId } = network;
  const read = <Name extends (typeof ABI)[number]['name']>(functionName: Name) =>
    client.readContract({ address: asset.address, abi: ABI, functionName });
  const actualId = await client.getChainId().catch((cause) => {
    throw chainFault(cause);
  });
  if (actualId !== chainId) return `the node of AFFIANT_EVM_RPC_URL is on another chain than ${network.id}`;
  const token = await Promise.all([read('name'), read('version'), read('decimals')]).catch((cause) => {
    throw chainFault(cause);
  });
  const isSame = token[0] === asset.name && token[1] === asset.version && token[2] === 6;
  return isSame ? null : `the token at ${asset.address} is not the expected one`;
}

/** A test that is repeated until it was passed once. */
export function untilPassed(test: () => Promise<string | null>): () => Promise<void> {
  let isPassed = false;
  return async () => {
    if (isPassed) return;
    const problem = await test();
    if (problem !== null)
      throw new EvidenceError('FACILITATOR_UNAVAILABLE', undefined, { cause: new Error(problem) });
    isPassed = true;
  };
}
