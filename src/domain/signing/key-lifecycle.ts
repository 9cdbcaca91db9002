import { EvidenceError } from '../../core/error.ts';
import type { SigningKeyRecord } from './port.ts';

/** What happens to a key, as its entry in the log says. */
export type KeyEvent = 'created' | 'retired' | 'revoked';

/** Operator's actions on the signing keys. Each change is an entry of the log. */
export interface KeyLifecycle {
  /** Every key, oldest first. */
  list(): Promise<readonly KeyState[]>;
  /**
   * Make a key, which signs from now on. The ones before it stay in force.
   *
   * @throws EvidenceError `REQUEST_INVALID` where the key that signs is given from outside.
   */
  create(): Promise<SigningKeyRecord>;
  /** Make a key and retire all others. @throws EvidenceError `REQUEST_INVALID` as {@link create}. */
  rotate(): Promise<SigningKeyRecord>;
  /** Let a key sign no more; its signatures stay good. @throws EvidenceError `NOT_FOUND`, `SIGNING_KEY_LAST`. */
  retire(keyId: string): Promise<SigningKeyRecord>;
  /** Declare a key compromised, also a retired one. @throws EvidenceError `NOT_FOUND`, `SIGNING_KEY_LAST`. */
  revoke(keyId: string, reason: string): Promise<SigningKeyRecord>;
}

/** A key as an operator sees it. */
export interface KeyState {
  readonly record: SigningKeyRecord;
  /** Whether it signs here now. */
  readonly isActive: boolean;
  /** Why it was revoked: the operator's own words, not published. */
  readonly reason: string | null;
}

/** Whether a key may sign at that time. */
export const isInForce = ({ retired_at, revoked_at }: SigningKeyRecord, at: Date): boolean =>
  revoked_at === null && (retired_at === null || at.getTime() < Date.parse(retired_at));

/**
 * Assert that something is left that signs once `keyId` is gone.
 *
 * @throws EvidenceError `NOT_FOUND` without such a key, `SIGNING_KEY_LAST`.
 */
export function assertMayEnd(keys: readonly SigningKeyRecord[], keyId: string): void {
  if (!keys.some((key) => key.key_id === keyId))
    throw new EvidenceError('NOT_FOUND', 'No signing key has this id.');
  const stays = keys.some((key) => key.key_id !== keyId && isUnended(key));
  const isEnded = keys.some((key) => key.key_id === keyId && !isUnended(key));
  if (!stays && !isEnded) throw new EvidenceError('SIGNING_KEY_LAST');
}

/** Neither retired, not even for later, nor revoked. */
export const isUnended = ({ retired_at, revoked_at }: SigningKeyRecord): boolean =>
  retired_at === null && revoked_at === null;

/**
 * The key that signs: of those held here and in force, the preferred one, else the newest that nobody retires.
 *
 * @param keys oldest first.
 * @returns null when none may sign.
 */
export function chooseKey(
  keys: readonly SigningKeyRecord[],
  options: {
    readonly at: Date;
    readonly isHeld: (keyId: string) => boolean;
    readonly preferred: string | null;
  },
): SigningKeyRecord | null {
  const { at, isHeld, preferred } = options;
  const usable = keys.filter((key) => isInForce(key, at) && isHeld(key.key_id));
  return (
    usable.find((key) => key.key_id === preferred) ?? usable.findLast(isUnended) ?? usable.at(-1) ?? null
  );
}
