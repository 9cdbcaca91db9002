import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8 } from '../../../src/core/bytes.ts';
import { EMPTY_ROOT, leafHash } from '../../../src/domain/merkle/hash.ts';
import { inclusionPath } from '../../../src/domain/merkle/inclusion.ts';
import { createPathFinder } from '../../../src/domain/merkle/path-finder.ts';
import { merkleRoot } from '../../../src/domain/merkle/root.ts';

const leavesOf = (count: number) => Array.from({ length: count }, (_, index) => leafHash(utf8(`${index}`)));

it('finds the root and every path of a tree as they are found one by one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), (count) => {
      const leaves = leavesOf(count);
      const { root, pathOf } = createPathFinder(leaves);
      expect(root).toEqual(merkleRoot(leaves));
      expect(leaves.map((_, index) => pathOf(index))).toEqual(
        leaves.map((_, index) => inclusionPath(leaves, index)),
      );
    }),
    { numRuns: 30 },
  );
});

it('has the root of no leaves, and no path in it', () => {
  const { root, pathOf } = createPathFinder([]);
  expect(root).toEqual(EMPTY_ROOT);
  expect(() => pathOf(0)).toThrow(/not in a tree/);
});
