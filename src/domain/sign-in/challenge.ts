import { createNonce } from './nonce.ts';

/** Time to sign a challenge; no message is taken that is older. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** Printed by wallets above the button. */
const STATEMENT = 'Sign in to Affiant. This moves no funds.';

/**
 * What a wallet has to sign, in the words of the extension sign-in-with-x: its info with the chosen chain, as
 * `createSIWxPayload` takes it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export interface SignInChallenge {
  /** Host and port of the base URL. */
  readonly domain: string;
  readonly uri: string;
  readonly version: '1';
  readonly statement: string;
  /** Good for one sign-in. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  readonly type: 'eip191';
  readonly supportedChains: readonly { readonly chainId: string; readonly type: 'eip191' }[];
}

export interface ChallengeOptions {
  readonly baseUrl: URL;
  /** CAIP-2 id. */
  readonly network: string;
  readonly secret: Uint8Array;
  readonly now: Date;
}

/** A fresh challenge. Nothing of it is stored: its nonce carries all that is asked later. */
export function buildChallenge({ baseUrl, network, secret, now }: ChallengeOptions): SignInChallenge {
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  const chain = { chainId: network, type: 'eip191' } as const;
  return {
    domain: baseUrl.host,
    uri: baseUrl.href,
    version: '1',
    statement: STATEMENT,
    nonce: createNonce(secret, expiresAt),
    issuedAt: now.toISOString(),
    expirationTime: expiresAt.toISOString(),
    ...chain,
    supportedChains: [chain],
  };
}
