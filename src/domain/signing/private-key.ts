import { secp256k1 } from '@noble/curves/secp256k1.js';
import { fromHex, toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { addressOfPublicKey } from './address.ts';
import { hashPersonalMessage } from './eip191.ts';

/** A new secp256k1 private key, 32 bytes from the system's random source. */
export const generatePrivateKey = (): Uint8Array => secp256k1.utils.randomSecretKey();

/** Address of a private key, EIP-55. */
export const addressOfPrivateKey = (privateKey: Uint8Array): string =>
  addressOfPublicKey(secp256k1.getPublicKey(privateKey, false));

/**
 * A private key from hex, with or without `0x`.
 *
 * @throws EvidenceError `REQUEST_INVALID` when it is no key of secp256k1. The text is not repeated.
 */
export function parsePrivateKey(text: string): Uint8Array {
  const digits = text.trim().replace(/^0x/i, '');
  const key = /^[0-9a-fA-F]{64}$/.test(digits) ? fromHex(digits) : new Uint8Array();
  if (!secp256k1.utils.isValidSecretKey(key)) {
    throw new EvidenceError('REQUEST_INVALID', 'The private key must be 64 hex digits of a secp256k1 key.');
  }
  return key;
}

/**
 * Sign a text by EIP-191, deterministically (RFC 6979).
 *
 * @returns `0x` and 65 bytes: r, low s, v 27 or 28.
 */
export const signPersonalMessage = (text: string | Uint8Array, privateKey: Uint8Array): `0x${string}` =>
  signDigest(hashPersonalMessage(text), privateKey);

/** Sign 32 bytes as they are. See {@link signPersonalMessage}. */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): `0x${string}` {
  const signed = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
  const v = 27 + (signed[0] ?? 0);
  return `0x${toHex(signed.subarray(1))}${toHex(Uint8Array.of(v))}`;
}
