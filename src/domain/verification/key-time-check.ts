import type { SigningKeyRecord } from '../signing/port.ts';
import { type Finding, found, foundTampered } from './finding.ts';

/** What others than the signer say of a bundle's age. */
export interface IndependentAge {
  /** Index of its entry in the log, proved under a checkpoint that the log's key signed. */
  readonly leafIndex: number | null;
  /** Of the oldest timestamp whose chain leads to a trusted root. */
  readonly stampedAt: Date | null;
}

/** Nothing independent is known. */
export const AGELESS: IndependentAge = { leafIndex: null, stampedAt: null };

const ID = 'key_valid_at_time';

/**
 * The check `key_valid_at_time`. `created_at` is not compared: a key that moves to another machine is
 * recorded anew, and a later record makes no older signature doubtful.
 *
 * | key     | the bundle                                                     | check     |
 * | ------- | -------------------------------------------------------------- | --------- |
 * | retired | sealed until then, as it says itself                           | `pass`    |
 * | retired | sealed later                                                   | `fail`    |
 * | revoked | sealed later, or entered into the log after the revocation     | `fail`    |
 * | revoked | entered into the log before it, or with a timestamp older      | `pass`    |
 * | revoked | says that it is older, and nobody else does                    | `unknown` |
 *
 * @param sealedAt `capture.times.sealed`.
 * @see evidence-format.md 3
 */
export function checkKeyTime(key: SigningKeyRecord, sealedAt: string, age: IndependentAge): Finding {
  const sealed = Date.parse(sealedAt);
  if (key.revoked_at !== null) {
    if (sealed >= Date.parse(key.revoked_at)) return tampered('Sealed after its key was revoked.');
    return checkRevoked(key, Date.parse(key.revoked_at), age);
  }
  if (key.retired_at !== null && sealed > Date.parse(key.retired_at))
    return tampered('Sealed after its key was retired.');
  return found(ID, 'pass', 'The key was in use at the stated time of sealing.');
}

/** Whoever stole the key can write any time into a manifest: only others can say that the bundle is older. */
function checkRevoked(
  { revoked_log_index: revokedIndex }: SigningKeyRecord,
  revoked: number,
  { leafIndex, stampedAt }: IndependentAge,
): Finding {
  const isOrdered = leafIndex !== null && revokedIndex !== undefined;
  if (isOrdered && leafIndex < revokedIndex) {
    const detail = `The key was revoked later: entry ${revokedIndex} of the log, and the bundle is entry ${leafIndex}.`;
    return found(ID, 'pass', detail);
  }
  if (stampedAt && stampedAt.getTime() < revoked)
    return found(ID, 'pass', 'The key was revoked later than the time of a timestamp.');
  if (isOrdered) return tampered('Entered into the log after its key was revoked.');
  return found(
    ID,
    'unknown',
    'The key was revoked later, and nothing independent shows that the seal is older.',
  );
}

const tampered = (detail: string): Finding => foundTampered(ID, detail, ['signature']);
