import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';

// Different first bytes keep a leaf from being shown as a node and a node as a leaf.
const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);

/** Root hash of the tree without leaves: SHA-256 of nothing. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());

/**
 * Leaf hash, 32 bytes: `SHA-256(0x00 ‖ entry)`.
 *
 * @param createSha256 a faster SHA-256 than the portable one, where many or long entries are hashed.
 * @see https://www.rfc-editor.org/rfc/rfc6962#section-2.1
 */
export function leafHash(entry: Uint8Array, createSha256: Sha256Factory = () => sha256.create()): Uint8Array {
  const hash = createSha256();
  hash.update(LEAF_PREFIX);
  hash.update(entry);
  return hash.digest();
}

/** Node hash, 32 bytes: `SHA-256(0x01 ‖ left ‖ right)`. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(NODE_PREFIX, left, right));
