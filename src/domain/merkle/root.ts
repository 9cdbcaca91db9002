import { pause } from '../../core/pause.ts';
import { EMPTY_ROOT, nodeHash } from './hash.ts';

/** Computes a root from leaf hashes that arrive one by one, in order. Memory: one hash for each level. */
export interface RootHasher {
  push(leaf: Uint8Array): void;
  /** Root hash over the leaves so far; more may follow. */
  root(): Uint8Array;
}

/** A hasher over no leaves yet. Time is linear in the number of leaves. */
export function createRootHasher(): RootHasher {
  // Roots of perfect subtrees from left to right; their sizes are the set bits of the leaf count.
  const subtrees: Uint8Array[] = [];
  let leafCount = 0;
  return {
    push(leaf) {
      let right = leaf;
      for (let rest = leafCount++; rest % 2 === 1; rest = (rest - 1) / 2) {
        right = nodeHash(subtrees.pop() ?? EMPTY_ROOT, right);
      }
      subtrees.push(right);
    },
    root: () =>
      subtrees.reduceRight<Uint8Array | null>(
        (right, left) => (right ? nodeHash(left, right) : left),
        null,
      ) ?? EMPTY_ROOT,
  };
}

/**
 * Merkle tree hash over leaf hashes (not entries).
 *
 * @returns 32 bytes; over no leaves, SHA-256 of nothing.
 * @see https://www.rfc-editor.org/rfc/rfc6962#section-2.1
 */
export function merkleRoot(leaves: Iterable<Uint8Array>): Uint8Array {
  const hasher = createRootHasher();
  for (const leaf of leaves) hasher.push(leaf);
  return hasher.root();
}

/** Leaves between two pauses: a few milliseconds of work. */
const LEAVES_PER_SLICE = 2048;

/** {@link merkleRoot} with pauses for other work. */
export async function merkleRootInSlices(leaves: readonly Uint8Array[]): Promise<Uint8Array> {
  const hasher = createRootHasher();
  for (const [index, leaf] of leaves.entries()) {
    hasher.push(leaf);
    if (index % LEAVES_PER_SLICE === LEAVES_PER_SLICE - 1) await pause();
  }
  return hasher.root();
}
