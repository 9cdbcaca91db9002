import type { PublicClient } from 'viem';
import type { AuthorizationLedger, Fate, SeenOrder } from '../../domain/x402/port.ts';
import { chainFault } from './chain.ts';

const STATE = {
  type: 'function',
  name: 'authorizationState',
  stateMutability: 'view',
  inputs: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
  outputs: [{ name: '', type: 'bool' }],
} as const;
const TRANSFER = {
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256', indexed: false },
  ],
} as const;
const nonceEvent = <const Name extends string>(name: Name) =>
  ({
    type: 'event',
    name,
    inputs: [
      { name: 'authorizer', type: 'address', indexed: true },
      { name: 'nonce', type: 'bytes32', indexed: true },
    ],
  }) as const;
const USED = nonceEvent('AuthorizationUsed');
const CANCELLED = nonceEvent('AuthorizationCanceled');

type Hex = `0x${string}`;

/**
 * The token itself, asked what became of an authorization.
 *
 * @see https://eips.ethereum.org/EIPS/eip-3009
 */
export const createTokenLedger = (client: PublicClient): AuthorizationLedger => ({
  isIndependent: true,
  blockNumber: () =>
    client.getBlockNumber({ cacheTime: 0 }).catch((cause) => {
      throw chainFault(cause);
    }),
  fateOf: (order) =>
    fateOf(client, order).catch((cause) => {
      throw chainFault(cause);
    }),
});

async function fateOf(client: PublicClient, order: SeenOrder): Promise<Fate> {
  const { asset, authorizer, nonce } = namesOf(order);
  const isUsed = await client.readContract({
    address: asset,
    abi: [STATE],
    functionName: 'authorizationState',
    args: [authorizer, nonce],
  });
  if (isUsed) return fateOfUsed(client, order);
  const { timestamp } = await client.getBlock();
  return timestamp >= BigInt(order.authorization.validBefore) ? { kind: 'dead' } : { kind: 'open' };
}

/** Used: by a transfer, whoever sent it, or by being cancelled. A node that lags behind shows neither yet. */
async function fateOfUsed(client: PublicClient, order: SeenOrder): Promise<Fate> {
  const { asset, authorizer, nonce } = namesOf(order);
  const where = { address: asset, args: { authorizer, nonce }, fromBlock: order.fromBlock };
  const [used] = await client.getLogs({ ...where, event: USED });
  if (used) {
    const isPaid = await transfers(client, order, used.transactionHash);
    return isPaid ? { kind: 'settled', transaction: used.transactionHash } : { kind: 'dead' };
  }
  const [cancelled] = await client.getLogs({ ...where, event: CANCELLED });
  return cancelled ? { kind: 'dead' } : { kind: 'open' };
}

/** Whether the transaction moved the right amount of the right token to the right recipient. */
async function transfers(client: PublicClient, order: SeenOrder, hash: Hex): Promise<boolean> {
  const { asset, authorizer } = namesOf(order);
  const { payTo, amount } = order.requirements;
  const { parseEventLogs } = await import('viem');
  const { logs, status } = await client.getTransactionReceipt({ hash });
  if (status !== 'success') return false;
  return parseEventLogs({ abi: [TRANSFER], logs, eventName: 'Transfer' }).some(
    ({ address, args: { from, to, value } }) =>
      isSame(address, asset) && isSame(from, authorizer) && isSame(to, payTo) && value === BigInt(amount),
  );
}

const namesOf = ({ authorization, requirements }: SeenOrder) => ({
  asset: requirements.asset as Hex,
  authorizer: authorization.from as Hex,
  nonce: authorization.nonce as Hex,
});

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
