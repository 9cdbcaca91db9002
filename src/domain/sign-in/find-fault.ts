import { CHALLENGE_LIFETIME_MS } from './challenge.ts';
import type { SignInMessage } from './message.ts';

/** Why a sign-in is refused: `reason` in the answer, with its sentence. */
export const SIGN_IN_FAULTS = {
  domain_mismatch: 'The message was signed for another domain.',
  uri_mismatch: 'The message was signed for another origin.',
  chain_mismatch: 'The message names another chain than this service takes.',
  issued_in_future: 'The message says that it was issued in the future.',
  not_yet_valid: 'The message is not valid yet.',
  expired: 'The message has expired.',
  nonce_unknown: 'The nonce was not given out here.',
  nonce_used: 'The nonce was used before.',
  signature_invalid: 'The signature is not that of the address over this message.',
  signature_unsupported: 'Signatures of contract wallets cannot be checked here: only those of 65 bytes can.',
} as const;

export type SignInFault = keyof typeof SIGN_IN_FAULTS;

/** Clocks of the processes of one service may differ by this much. */
const CLOCK_SKEW_MS = 5000;

/** What a message is held against. */
export interface SignInTerms {
  readonly baseUrl: URL;
  /** CAIP-2 id. */
  readonly network: string;
  /** End of the message's nonce; null when it is none of ours. */
  readonly nonceExpiresAt: Date | null;
  readonly now: Date;
}

/** What is wrong with a message, whoever signed it; null when nothing is. */
export function findFault(message: SignInMessage, terms: SignInTerms): SignInFault | null {
  const { baseUrl, network, nonceExpiresAt } = terms;
  if (message.domain !== baseUrl.host) return 'domain_mismatch';
  if (URL.parse(message.uri)?.origin !== baseUrl.origin) return 'uri_mismatch';
  if (message.chainId !== network || message.type !== 'eip191') return 'chain_mismatch';
  if (!nonceExpiresAt) return 'nonce_unknown';
  return findTimeFault(message, nonceExpiresAt, terms.now.getTime());
}

function findTimeFault(
  { issuedAt, expirationTime, notBefore }: SignInMessage,
  nonceExpiresAt: Date,
  now: number,
): SignInFault | null {
  const issued = Date.parse(issuedAt);
  if (issued > now + CLOCK_SKEW_MS) return 'issued_in_future';
  if (notBefore !== undefined && Date.parse(notBefore) > now + CLOCK_SKEW_MS) return 'not_yet_valid';
  const ends = [issued + CHALLENGE_LIFETIME_MS, nonceExpiresAt.getTime()];
  if (expirationTime !== undefined) ends.push(Date.parse(expirationTime));
  return ends.every((end) => end > now) ? null : 'expired';
}
