import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, fromHex } from '../../core/bytes.ts';
import { addressOfPublicKey } from './address.ts';
import { hashPersonalMessage } from './eip191.ts';

const SIGNATURE = /^0x[0-9a-f]{128}(1b|1c)$/;

/**
 * Who signed this text by EIP-191.
 *
 * @param signature `0x` and 65 bytes in lower-case hex: r, s, v.
 * @returns the signer's address, EIP-55; null when the signature has another form, v is neither 27 nor
 *   28, or s is in the upper half (a second valid signature that anybody can make from the first).
 */
export function recoverSigner(text: string | Uint8Array, signature: string): string | null {
  if (!SIGNATURE.test(signature)) return null;
  const bytes = fromHex(signature.slice(2));
  const recovery = Uint8Array.of((bytes[64] ?? 0) - 27);
  try {
    const recoverable = secp256k1.Signature.fromBytes(
      concatBytes(recovery, bytes.subarray(0, 64)),
      'recovered',
    );
    if (recoverable.hasHighS()) return null;
    return addressOfPublicKey(recoverable.recoverPublicKey(hashPersonalMessage(text)).toBytes(false));
  } catch {
    return null; // r or s is zero or beyond the group order, or r is on no point
  }
}
