import { nodeHash } from './hash.ts';
import { inclusionRanges } from './inclusion.ts';
import { type LeafRange, splitPoint } from './range.ts';
import { merkleRoot } from './root.ts';

/** Root and inclusion paths of one tree. */
export interface PathFinder {
  readonly root: Uint8Array;
  /** Inclusion path of a leaf, leaf end first. @throws EvidenceError `PROOF_MALFORMED` if it is not in the tree. */
  pathOf(leafIndex: number): Uint8Array[];
}

/** Every path of a tree in time linear in its leaves: a subtree is hashed once, however many paths name it. */
export function createPathFinder(leaves: readonly Uint8Array[]): PathFinder {
  const known = new Map<string, Uint8Array>();
  const hashRange = ({ start, end }: LeafRange): Uint8Array => {
    const [only] = leaves.slice(start, start + 1);
    if (end - start === 1 && only) return only;
    const key = `${start}-${end}`;
    const middle = start + splitPoint(end - start);
    const hash =
      known.get(key) ?? nodeHash(hashRange({ start, end: middle }), hashRange({ start: middle, end }));
    known.set(key, hash);
    return hash;
  };
  return {
    root: leaves.length === 0 ? merkleRoot(leaves) : hashRange({ start: 0, end: leaves.length }),
    pathOf: (leafIndex) => inclusionRanges(leafIndex, leaves.length).map(hashRange),
  };
}
