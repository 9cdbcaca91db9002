import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex, utf8 } from '../../core/bytes.ts';

/**
 * The address in EIP-55 spelling.
 *
 * @param address `0x` and 40 hex digits in any case.
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const checksum = toHex(keccak_256(utf8(digits)));
  return `0x${[...digits].map((digit, index) => ((checksum[index] ?? '0') >= '8' ? digit.toUpperCase() : digit)).join('')}`;
}

/** Address of a public key of 65 bytes (`0x04`, x, y), EIP-55. */
export const addressOfPublicKey = (publicKey: Uint8Array): string =>
  toChecksumAddress(`0x${toHex(keccak_256(publicKey.subarray(1)).subarray(12))}`);

/**
 * An address that a person typed.
 *
 * @returns it in EIP-55 spelling; null when it is none, or its mixed case contradicts its checksum.
 */
export function parseAddress(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const address = toChecksumAddress(text);
  const digits = text.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || text === address ? address : null;
}
