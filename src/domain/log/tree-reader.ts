import { consistencyRanges } from '../merkle/consistency.ts';
import { inclusionRanges } from '../merkle/inclusion.ts';
import type { LeafRange } from '../merkle/range.ts';
import { foldPerfect, foldRagged, keptNodes, perfectSubtrees, type TreeNode } from './tree-nodes.ts';

/**
 * The log's tree. Every answer takes one round trip to the store, whatever the size.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6962#section-2.1
 */
export interface LogTree {
  /** Number of leaves now. */
  size(): Promise<number>;
  /** Root hash over the first `size` leaves. */
  root(size: number): Promise<Uint8Array>;
  /** Inclusion path of a leaf in the tree of `size` leaves, leaf end first. @throws EvidenceError `PROOF_MALFORMED`. */
  inclusionPath(leafIndex: number, size: number): Promise<Uint8Array[]>;
  /** Consistency path between two sizes; none from size 0. @throws EvidenceError `PROOF_MALFORMED`. */
  consistencyPath(oldSize: number, newSize: number): Promise<Uint8Array[]>;
}

/** Where the hashes of a log are kept. */
export interface TreeStore {
  size(): Promise<number>;
  /** Hashes of kept nodes (see `keptNodes`), in the order of the question. */
  read(nodes: readonly TreeNode[]): Promise<readonly Uint8Array[]>;
}

/** The tree over a store that keeps some of its levels. */
export function createLogTree({ size, read }: TreeStore): LogTree {
  const hashRanges = (ranges: readonly LeafRange[]) => hashSubtrees(read, ranges);
  return {
    size,
    async root(treeSize) {
      const [root] = await hashRanges([{ start: 0, end: treeSize }]);
      return root ?? foldRagged([]);
    },
    inclusionPath: async (leafIndex, treeSize) => hashRanges(inclusionRanges(leafIndex, treeSize)),
    // Every tree grows from the empty one; RFC 6962 leaves that proof undefined, C2SP calls it empty.
    consistencyPath: async (oldSize, newSize) =>
      oldSize === 0 ? [] : hashRanges(consistencyRanges(oldSize, newSize)),
  };
}

async function hashSubtrees(read: TreeStore['read'], ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  const plan = ranges.map((range) => perfectSubtrees(range).map(keptNodes));
  const hashes = [...(await read(plan.flat(2)))];
  const take = (nodes: readonly TreeNode[]) => foldPerfect(hashes.splice(0, nodes.length));
  return plan.map((subtrees) => foldRagged(subtrees.map(take)));
}
