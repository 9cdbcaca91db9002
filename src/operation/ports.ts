import type { Principal } from '../domain/account/principal.ts';

/** Credentials as a face found them; the authenticator judges them. */
export interface Credentials {
  /** Every API key text that was sent (`Authorization: Bearer`, `X-API-Key`). */
  readonly apiKeys: readonly string[];
  /** Caller's network address, for limits on the anonymous. */
  readonly address: string | null;
  /** stdio on the operator's machine: no credential needed. */
  readonly local: boolean;
}

export interface Authenticator {
  /** @throws EvidenceError `CREDENTIALS_CONFLICT`, `API_KEY_UNKNOWN`, `API_KEY_SUSPENDED`, `API_KEY_REVOKED`. */
  authenticate(credentials: Credentials): Promise<Principal>;
}

/** Stored answers of calls with an idempotency key (part 4). */
export interface IdempotencyStore {
  /** Run `work` once for this key and parameters, or give the stored answer. */
  once<T>(
    call: {
      readonly ownerId: string | null;
      readonly operation: string;
      readonly key: string | null;
      readonly parameters: unknown;
    },
    work: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly replayed: boolean }>;
}
