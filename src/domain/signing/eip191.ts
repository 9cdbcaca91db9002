import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8 } from '../../core/bytes.ts';

/**
 * The 32 bytes that a wallet signs for a text: `keccak256("\x19Ethereum Signed Message:\n" ‖ byte length ‖ text)`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function hashPersonalMessage(text: string | Uint8Array): Uint8Array {
  const message = typeof text === 'string' ? utf8(text) : text;
  return keccak_256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message));
}
