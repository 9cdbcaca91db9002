import type { ApiKeyRecord, ApiKeyState } from './api-key.ts';

/** Stored API keys. */
export interface ApiKeyRepository {
  get(id: string): Promise<ApiKeyRecord | null>;
  /** Insert a key. @returns false when the id is taken. */
  create(record: ApiKeyRecord): Promise<boolean>;
  list(): Promise<readonly ApiKeyRecord[]>;
  /** Change the state. A revoked key stays revoked. @returns the record after it, null when unknown. */
  setState(id: string, state: ApiKeyState): Promise<ApiKeyRecord | null>;
}

/** Calls per minute of one caller. */
export interface RateLimiter {
  /**
   * Count one call.
   *
   * @param caller owner id, or the network address of an anonymous caller.
   * @throws EvidenceError `RATE_LIMITED` with `retry_after`, whole seconds until the window ends.
   */
  consume(caller: string): Promise<void>;
}
