import { createHash } from 'node:crypto';
import type { Facilitator, SettlementOrder, Verification } from '../../domain/x402/port.ts';

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** First bytes of the hashes that the mock makes: nobody takes one for a transaction. */
const MOCK_MARK = '0xdecaf000';

type Hex = `0x${string}`;

/**
 * Checks signatures and moves no money: for staging, demonstrations and tests. A hash is made of payer and nonce, so
 * that settling again gives the same one. Amount, recipient and time are judged before a facilitator is asked.
 */
export const mockFacilitator: Facilitator = {
  verify,
  settle: async ({ authorization: { from, nonce } }) => ({
    kind: 'settled',
    transaction: `${MOCK_MARK}${createHash('sha256').update(`${from}${nonce}`.toLowerCase()).digest('hex').slice(8)}`,
  }),
};

async function verify({ authorization, signature, requirements }: SettlementOrder): Promise<Verification> {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const { extra, network, asset } = requirements;
  // A fifth of a second to load: not at the start.
  const { verifyTypedData } = await import('viem');
  const isSigned = await verifyTypedData({
    address: from as Hex,
    signature: signature as Hex,
    domain: { ...extra, chainId: Number(network.split(':')[1]), verifyingContract: asset as Hex },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: from as Hex,
      to: to as Hex,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: nonce as Hex,
    },
  }).catch(() => false);
  return isSigned
    ? { kind: 'valid', payer: from }
    : { kind: 'invalid', reason: 'invalid_exact_evm_signature' };
}
