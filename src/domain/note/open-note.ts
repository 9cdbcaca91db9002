import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8 } from '../../core/bytes.ts';
import { verifyCosignature } from './cosignature.ts';
import { type NoteSignature, parseNote } from './note.ts';
import { isBy, type NoteKey, SIGNATURE_TYPE } from './note-key.ts';

/** A signature that holds. */
export interface VerifiedSignature {
  readonly key: NoteKey;
  readonly signature: NoteSignature;
  /** When it was made, if the signature says so: a cosignature does. */
  readonly at: Date | null;
}

/** A note of which at least one known key signed the text. */
export interface OpenedNote {
  readonly text: string;
  readonly verified: readonly VerifiedSignature[];
}

const ED25519_BYTES = 64;

/**
 * Verify a note against keys that the caller trusts. Lines by other keys are ignored.
 *
 * @returns null when none of the keys signed it, or when a line that claims to be by one of them is false.
 * @throws EvidenceError `NOTE_MALFORMED`.
 * @see https://c2sp.org/signed-note
 */
export function openNote(note: string, keys: readonly NoteKey[]): OpenedNote | null {
  const { text, signatures } = parseNote(note);
  const verified: VerifiedSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find((candidate) => isBy(candidate, signature));
    if (!key || verified.some((earlier) => earlier.key === key)) continue;
    const made = verifyLine(text, signature, key);
    if (!made) return null;
    verified.push({ key, signature, at: made.at });
  }
  return verified.length > 0 ? { text, verified } : null;
}

function verifyLine(
  text: string,
  { signature }: NoteSignature,
  key: NoteKey,
): { readonly at: Date | null } | null {
  if (key.type === SIGNATURE_TYPE.cosignature) {
    const at = verifyCosignature(text, signature, key.publicKey);
    return at && { at };
  }
  const isGood =
    signature.length === ED25519_BYTES &&
    ed25519.verify(signature, utf8(text), key.publicKey, { zip215: false });
  return isGood ? { at: null } : null;
}
