import { nodeHash } from './hash.ts';
import { assertHashes, malformedProof } from './malformed.ts';
import { type LeafRange, splitPoint } from './range.ts';
import { merkleRoot } from './root.ts';

/** What shows that one leaf stands in a tree. */
export interface InclusionProof {
  /** From 0. */
  readonly leafIndex: number;
  readonly treeSize: number;
  /** Sibling hashes of 32 bytes, leaf end first. */
  readonly path: readonly Uint8Array[];
}

/**
 * The subtrees whose roots form the inclusion path of a leaf, leaf end first.
 *
 * Lets a store that caches subtree roots build a path without reading every leaf.
 *
 * @throws EvidenceError `PROOF_MALFORMED` if the leaf is not in the tree.
 */
export function inclusionRanges(leafIndex: number, treeSize: number): LeafRange[] {
  assertInTree(leafIndex, treeSize);
  const ranges: LeafRange[] = [];
  let [start, end] = [0, treeSize];
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    const isRight = leafIndex >= middle;
    ranges.push(isRight ? { start, end: middle } : { start: middle, end });
    [start, end] = isRight ? [middle, end] : [start, middle];
  }
  return ranges.reverse();
}

/**
 * Inclusion path of a leaf, leaf end first.
 *
 * @param leaves every leaf hash of the tree. Time is linear in their number.
 * @throws EvidenceError `PROOF_MALFORMED` if the leaf is not in the tree.
 */
export const inclusionPath = (leaves: readonly Uint8Array[], leafIndex: number): Uint8Array[] =>
  inclusionRanges(leafIndex, leaves.length).map(({ start, end }) => merkleRoot(leaves.slice(start, end)));

/**
 * The tree root that a proof implies for a leaf.
 *
 * Compare it with a root you trust. A different root is a negative answer, not an error; only a
 * proof that cannot belong to a tree of this size is one.
 *
 * @param leaf the leaf hash, not the entry.
 * @throws EvidenceError `PROOF_MALFORMED`: index outside the tree, a hash that is not 32
 *   bytes, or a path of the wrong length.
 * @see https://www.rfc-editor.org/rfc/rfc9162#section-2.1.3.2
 */
export function impliedRoot(leaf: Uint8Array, { leafIndex, treeSize, path }: InclusionProof): Uint8Array {
  assertInTree(leafIndex, treeSize);
  assertHashes([leaf, ...path]);
  // On each level `node` is our subtree's position and `last` the right-most one's.
  let [hash, node, last, used] = [leaf, leafIndex, treeSize - 1, 0];
  for (; last > 0; node = half(node), last = half(last)) {
    const isRight = node % 2 === 1;
    if (!isRight && node === last) continue; // no sibling: this subtree rises unchanged
    const sibling = path[used++];
    if (!sibling) throw malformedProof('the path is shorter than the tree is high');
    hash = isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  }
  if (used !== path.length) throw malformedProof('the path is longer than the tree is high');
  return hash;
}

// Division, not `>>`: bit shifts wrap at 32 bits.
const half = (position: number): number => Math.floor(position / 2);

function assertInTree(leafIndex: number, treeSize: number): void {
  const whole = Number.isSafeInteger(leafIndex) && Number.isSafeInteger(treeSize);
  if (!whole || leafIndex < 0 || leafIndex >= treeSize) {
    throw malformedProof(`leaf ${leafIndex} is not in a tree of ${treeSize}`);
  }
}
