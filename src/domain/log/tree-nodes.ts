import { EMPTY_ROOT, nodeHash } from '../merkle/hash.ts';
import type { LeafRange } from '../merkle/range.ts';

/** A perfect subtree of the log: `2^level` leaves from `index * 2^level` on. Level 0 are the leaves. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

/**
 * Levels that a store keeps are multiples of this. A hash between two of them is folded from at most
 * `2^3` kept ones; keeping every level would take 15 times the rows.
 */
export const LEVEL_STEP = 4;
/** Nodes of one kept level under one node of the next. */
export const FAN_OUT = 2 ** LEVEL_STEP;

/**
 * The perfect subtrees that tile a subtree of the log, left to right, each as large as possible.
 *
 * @param range as `inclusionRanges` and `consistencyRanges` give them, or from 0 to a tree's size.
 */
export function perfectSubtrees({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let first = start; first < end; ) {
    const level = floorLog2(end - first);
    nodes.push({ level, index: first / 2 ** level });
    first += 2 ** level;
  }
  return nodes;
}

/** The kept nodes under `node`, left to right: itself, where its level is kept. */
export function keptNodes({ level, index }: TreeNode): TreeNode[] {
  const above = level % LEVEL_STEP;
  const width = 2 ** above;
  return Array.from({ length: width }, (_, offset) => ({
    level: level - above,
    index: index * width + offset,
  }));
}

/** Hash of a perfect subtree from the hashes of its equal parts, left to right: a power of two of them. */
export function foldPerfect(parts: readonly Uint8Array[]): Uint8Array {
  let hashes = parts;
  while (hashes.length > 1) hashes = foldPairs(hashes);
  return hashes[0] ?? EMPTY_ROOT;
}

/** Hash of a subtree from those of its {@link perfectSubtrees}; without any, of the empty tree. */
export const foldRagged = (subtrees: readonly Uint8Array[]): Uint8Array =>
  subtrees.reduceRight<Uint8Array | null>((right, left) => (right ? nodeHash(left, right) : left), null) ??
  EMPTY_ROOT;

/** Not `Math.log2`: it rounds up just below large powers of two. */
function floorLog2(size: number): number {
  let level = 0;
  while (2 ** (level + 1) <= size) level += 1;
  return level;
}

const foldPairs = (hashes: readonly Uint8Array[]): Uint8Array[] =>
  Array.from({ length: hashes.length / 2 }, (_, pair) =>
    nodeHash(hashes[2 * pair] ?? EMPTY_ROOT, hashes[2 * pair + 1] ?? EMPTY_ROOT),
  );
