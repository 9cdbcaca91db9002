import type { Principal } from '../domain/account/principal.ts';

/** Credentials as a face found them; the authenticator judges them. */
export interface Credentials {
  /** Every API key text that was sent (`Authorization: Bearer`, `X-API-Key`). */
  readonly apiKeys: readonly string[];
  /** Every payment of x402 that was sent: base64 of a header, or the object itself. It proves nobody until verified. */
  readonly payments?: readonly unknown[];
  /** Caller's network address, for limits on the anonymous. */
  readonly address: string | null;
  /** stdio on the operator's machine: no credential needed. */
  readonly local: boolean;
}

export interface Authenticator {
  /** @throws EvidenceError `CREDENTIALS_CONFLICT`, `API_KEY_UNKNOWN`, `API_KEY_SUSPENDED`, `API_KEY_REVOKED`. */
  authenticate(credentials: Credentials): Promise<Principal>;
}
