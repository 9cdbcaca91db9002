import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes, toHex, utf8 } from '../../core/bytes.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { malformed } from './malformed.ts';
import { isKeyName, type NoteSignature } from './note.ts';

/** Signature types of C2SP that are read here; others are unknown keys. */
export const SIGNATURE_TYPE = {
  /** Ed25519 over the note's text: a log's own signature. */
  ed25519: 0x01,
  /** Ed25519 over a time and the text: a witness's cosignature. */
  cosignature: 0x04,
} as const;

/** A public key that is trusted for what it signs. */
export interface NoteKey {
  /** e.g. `example.com/log`. */
  readonly name: string;
  readonly type: number;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

const PUBLIC_KEY_BYTES = 32;
const KNOWN_TYPES: readonly number[] = Object.values(SIGNATURE_TYPE);

/** 4 bytes: `SHA-256(name ‖ 0x0a ‖ type ‖ public key)`, cut. */
export const noteKeyId = ({ name, type, publicKey }: NoteKey): Uint8Array =>
  sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4);

/** Whether the line claims to be by `key`: name and key id are both its own. */
export const isBy = (key: NoteKey, signature: NoteSignature): boolean =>
  signature.name === key.name && equalBytes(signature.keyId, noteKeyId(key));

/** The key as text, `<name>+<key id in hex>+base64(<type> ‖ <public key>)`: the C2SP verifier key. */
export const encodeNoteKey = (key: NoteKey): string =>
  `${key.name}+${toHex(noteKeyId(key))}+${encodeBase64(concatBytes(Uint8Array.of(key.type), key.publicKey))}`;

/**
 * Read a verifier key.
 *
 * @throws EvidenceError `NOTE_MALFORMED`: not of this form, of an unknown type, or with the id of another key.
 * @see https://c2sp.org/signed-note#verifier-keys
 */
export function parseNoteKey(text: string): NoteKey {
  // Base64 has plus signs of its own; names and ids have none.
  const [name = '', id = '', ...base64] = text.split('+');
  const material = decodeBase64(base64.join('+'));
  const [type = 0] = material ?? [];
  const isKnown = material?.length === 1 + PUBLIC_KEY_BYTES && KNOWN_TYPES.includes(type);
  if (!material || !isKnown || !isKeyName(name)) throw malformed('verifier key');
  const key = { name, type, publicKey: material.slice(1) };
  if (toHex(noteKeyId(key)) !== id) throw malformed('verifier key');
  return key;
}
