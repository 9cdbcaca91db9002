import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8 } from '../../core/bytes.ts';
import { encodeNote } from '../note/note.ts';
import { type NoteKey, noteKeyId, SIGNATURE_TYPE } from '../note/note-key.ts';
import type { LogSigner } from './port.ts';

/**
 * Signs as the log `origin` with a key in memory.
 *
 * @param seed Ed25519 private key, 32 bytes.
 */
export function createLogSigner(origin: string, seed: Uint8Array): LogSigner {
  const key: NoteKey = { name: origin, type: SIGNATURE_TYPE.ed25519, publicKey: ed25519.getPublicKey(seed) };
  return {
    key,
    async sign(text) {
      const signature = ed25519.sign(utf8(text), seed);
      return encodeNote({ text, signatures: [{ name: origin, keyId: noteKeyId(key), signature }] });
    },
  };
}
