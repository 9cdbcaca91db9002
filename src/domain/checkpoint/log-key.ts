import { concatBytes, fromHex, toHex } from '../../core/bytes.ts';
import { encodeBase64 } from '../note/base64.ts';
import { encodeNoteKey, type NoteKey, noteKeyId } from '../note/note-key.ts';

/** The log's public key in the forms that tools ask for. */
export interface LogKeyDescription {
  readonly algorithm: 'ed25519';
  /** Key id of its notes, 8 hex digits. */
  readonly keyId: string;
  /** Base64 of 32 bytes. */
  readonly publicKey: string;
  /** C2SP verifier key. */
  readonly vkey: string;
  readonly origin: string;
  /** SubjectPublicKeyInfo, for OpenSSL and the like. */
  readonly pem: string;
}

/** DER before the 32 bytes of an Ed25519 key. @see https://www.rfc-editor.org/rfc/rfc8410#section-4 */
const SPKI_PREFIX = fromHex('302a300506032b6570032100');

/** What is published of the log's key. */
export const describeLogKey = (key: NoteKey): LogKeyDescription => ({
  algorithm: 'ed25519',
  keyId: toHex(noteKeyId(key)),
  publicKey: encodeBase64(key.publicKey),
  vkey: encodeNoteKey(key),
  origin: key.name,
  pem: `-----BEGIN PUBLIC KEY-----\n${encodeBase64(concatBytes(SPKI_PREFIX, key.publicKey))}\n-----END PUBLIC KEY-----\n`,
});
