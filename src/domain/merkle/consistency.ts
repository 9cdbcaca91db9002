import { equalBytes } from '../../core/bytes.ts';
import { nodeHash } from './hash.ts';
import { assertHashes, malformedProof } from './malformed.ts';
import { type LeafRange, splitPoint } from './range.ts';
import { merkleRoot } from './root.ts';

/** What shows that a tree only grew. Sizes count leaves, `1 <= oldSize <= newSize`. */
export interface ConsistencyProof {
  readonly oldSize: number;
  readonly newSize: number;
  /** Hashes of 32 bytes in the order of RFC 6962; none when the sizes are equal. */
  readonly path: readonly Uint8Array[];
}

/**
 * The subtrees whose roots form the consistency path between two sizes of one tree, in order.
 *
 * @throws EvidenceError `PROOF_MALFORMED` unless `1 <= oldSize <= newSize`.
 * @see https://www.rfc-editor.org/rfc/rfc6962#section-2.1.2
 */
export function consistencyRanges(oldSize: number, newSize: number): LeafRange[] {
  assertSizes(oldSize, newSize);
  const ranges: LeafRange[] = [];
  let [start, end] = [0, newSize];
  // Walk towards the old tree's right edge; what is left beside the walk goes into the path.
  while (oldSize < end) {
    const middle = start + splitPoint(end - start);
    const goesRight = oldSize > middle;
    ranges.push(goesRight ? { start, end: middle } : { start: middle, end });
    [start, end] = goesRight ? [middle, end] : [start, middle];
  }
  // Where the walk ends at the whole old tree, its verifier knows that root already.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/**
 * Consistency path from the first `oldSize` leaves to all of them.
 *
 * @param leaves every leaf hash of the newer tree. Time is linear in their number.
 * @throws EvidenceError `PROOF_MALFORMED` unless `1 <= oldSize <= leaves.length`.
 */
export const consistencyPath = (leaves: readonly Uint8Array[], oldSize: number): Uint8Array[] =>
  consistencyRanges(oldSize, leaves.length).map(({ start, end }) => merkleRoot(leaves.slice(start, end)));

/**
 * The roots of both trees that a proof implies, given the old root.
 *
 * @throws EvidenceError `PROOF_MALFORMED`: sizes out of order, a hash of the path that is
 *   not 32 bytes, or a path of the wrong length.
 * @see https://www.rfc-editor.org/rfc/rfc9162#section-2.1.4.2
 */
export function impliedRoots(
  oldRoot: Uint8Array,
  { oldSize, newSize, path }: ConsistencyProof,
): { readonly oldRoot: Uint8Array; readonly newRoot: Uint8Array } {
  const ranges = consistencyRanges(oldSize, newSize);
  assertHashes(path);
  if (path.length !== ranges.length)
    throw malformedProof('the path has another length than these sizes call for');
  // Where the old tree is one whole subtree of the new one, the path starts from the old root itself.
  const startsAtOldRoot = (ranges[0]?.start ?? oldSize) >= oldSize;
  const first = startsAtOldRoot ? oldRoot : (path[0] ?? oldRoot);
  const used = startsAtOldRoot ? 0 : 1;
  return path.slice(used).reduce(
    (roots, hash, index) => {
      const isLeft = (ranges[index + used]?.start ?? oldSize) < oldSize;
      // What lies to the right was not yet there when the old root was made.
      if (!isLeft) return { oldRoot: roots.oldRoot, newRoot: nodeHash(roots.newRoot, hash) };
      return { oldRoot: nodeHash(hash, roots.oldRoot), newRoot: nodeHash(hash, roots.newRoot) };
    },
    { oldRoot: first, newRoot: first },
  );
}

/**
 * Whether the tree under `newRoot` starts with the tree under `oldRoot`.
 *
 * @throws EvidenceError `PROOF_MALFORMED` as {@link impliedRoots}.
 */
export function isConsistent(
  roots: { oldRoot: Uint8Array; newRoot: Uint8Array },
  proof: ConsistencyProof,
): boolean {
  const implied = impliedRoots(roots.oldRoot, proof);
  return equalBytes(implied.oldRoot, roots.oldRoot) && equalBytes(implied.newRoot, roots.newRoot);
}

function assertSizes(oldSize: number, newSize: number): void {
  const whole = Number.isSafeInteger(oldSize) && Number.isSafeInteger(newSize);
  if (!whole || oldSize < 1 || oldSize > newSize) {
    throw malformedProof(`sizes ${oldSize} and ${newSize} are not in order`);
  }
}
