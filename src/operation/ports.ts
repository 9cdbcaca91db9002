import type { EvidenceError } from '../core/error.ts';
import type { Principal } from '../domain/account/principal.ts';

/** Credentials as a face found them; the authenticator judges them. */
export interface Credentials {
  /** Every API key text that was sent (`Authorization: Bearer`, `X-API-Key`). */
  readonly apiKeys: readonly string[];
  /** Every session token of a wallet that was sent (`Authorization: Bearer afs_…`). */
  readonly sessionTokens?: readonly string[];
  /** Every header `SIGN-IN-WITH-X` that was sent. */
  readonly signInHeaders?: readonly string[];
  /** Every payment of x402 that was sent: base64 of a header, or the object itself. It proves nobody until verified. */
  readonly payments?: readonly unknown[];
  /** Caller's network address, for limits on the anonymous. */
  readonly address: string | null;
  /** stdio on the operator's machine: no credential needed. */
  readonly local: boolean;
}

export interface Authenticator {
  /**
   * @param onSession told the token of the session that a sign-in opened.
   * @throws EvidenceError `CREDENTIALS_CONFLICT`, `API_KEY_UNKNOWN`, `API_KEY_SUSPENDED`, `API_KEY_REVOKED`,
   *   `SESSION_UNKNOWN`, `SIGN_IN_MALFORMED`, `SIGN_IN_INVALID`, `CHAIN_UNAVAILABLE`.
   */
  authenticate(credentials: Credentials, onSession: (token: string) => void): Promise<Principal>;
  /** What an anonymous caller is told where an owner is needed: `AUTHENTICATION_REQUIRED`, with how to become one. */
  refusal(): EvidenceError;
}
