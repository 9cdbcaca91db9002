/** A network that payments are taken on (CAIP-2), with the token that both clients pay by default. */
export interface PaymentNetwork {
  /** CAIP-2, e.g. `eip155:84532`. */
  readonly id: string;
  readonly chainId: number;
  /** Name in version 1 of the protocol. */
  readonly v1Name: string;
  readonly isTest: boolean;
  readonly asset: PaymentAsset;
}

/** A token with EIP-3009, as its EIP-712 domain names it. */
export interface PaymentAsset {
  /** EIP-55. */
  readonly address: `0x${string}`;
  readonly name: string;
  readonly version: string;
}

/** One credit is $0.001; USDC has 6 decimals. */
const ATOMIC_PER_CREDIT = 1_000n;

/** What the common clients pay at most for one call unless they are told otherwise, in atomic units of USDC. */
export const CLIENT_CAPS = { 'x402-fetch': 100_000n, '@x402/fetch': 1_000_000n } as const;

/** Names of the clients that pay this price by their defaults. */
export const clientsPaying = (credits: number): string[] =>
  Object.entries(CLIENT_CAPS).flatMap(([client, cap]) => (creditsToAtomic(credits) <= cap ? [client] : []));

/** Price in atomic units of USDC. */
export const creditsToAtomic = (credits: number): bigint => BigInt(credits) * ATOMIC_PER_CREDIT;

/**
 * Base and Base Sepolia. The EIP-712 names of the token differ between them: a signature over the other one never
 * verifies, so both are read from the chain at start.
 */
export const PAYMENT_NETWORKS = {
  'eip155:8453': {
    id: 'eip155:8453',
    chainId: 8453,
    v1Name: 'base',
    isTest: false,
    asset: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin', version: '2' },
  },
  'eip155:84532': {
    id: 'eip155:84532',
    chainId: 84532,
    v1Name: 'base-sepolia',
    isTest: true,
    asset: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC', version: '2' },
  },
} as const satisfies Record<string, PaymentNetwork>;
