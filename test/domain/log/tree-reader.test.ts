import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/core/bytes.ts';
import { LEVEL_STEP, perfectSubtrees } from '../../../src/domain/log/tree-nodes.ts';
import { createLogTree, type TreeStore } from '../../../src/domain/log/tree-reader.ts';
import { consistencyPath, isConsistent } from '../../../src/domain/merkle/consistency.ts';
import { EMPTY_ROOT, leafHash } from '../../../src/domain/merkle/hash.ts';
import { impliedRoot, inclusionPath } from '../../../src/domain/merkle/inclusion.ts';
import { merkleRoot } from '../../../src/domain/merkle/root.ts';

const leaves = Array.from({ length: 1200 }, (_, index) => leafHash(utf8(`entry ${index}`)));

/** Keeps every level that is allowed, and counts the round trips. */
function memoryStore(): TreeStore & { reads: number; mostNodes: number } {
  return {
    reads: 0,
    mostNodes: 0,
    size: async () => leaves.length,
    async read(nodes) {
      this.reads += 1;
      this.mostNodes = Math.max(this.mostNodes, nodes.length);
      return nodes.map(({ level, index }) => {
        expect(level % LEVEL_STEP).toBe(0);
        const width = 2 ** level;
        expect((index + 1) * width).toBeLessThanOrEqual(leaves.length);
        return merkleRoot(leaves.slice(index * width, (index + 1) * width));
      });
    },
  };
}

function openTree() {
  const store = memoryStore();
  return { store, tree: createLogTree({ size: () => store.size(), read: (nodes) => store.read(nodes) }) };
}

const size = fc.integer({ min: 1, max: leaves.length });

describe('the tree over kept nodes', () => {
  it('has the same roots and paths as the plain tree', async () => {
    const { tree } = openTree();
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), async (treeSize, seed) => {
        const prefix = leaves.slice(0, treeSize);
        const [leafIndex, oldSize] = [seed % treeSize, 1 + (seed % treeSize)];
        expect(await tree.root(treeSize)).toEqual(merkleRoot(prefix));
        expect(await tree.inclusionPath(leafIndex, treeSize)).toEqual(inclusionPath(prefix, leafIndex));
        expect(await tree.consistencyPath(oldSize, treeSize)).toEqual(consistencyPath(prefix, oldSize));
      }),
      { numRuns: 150 },
    );
  });

  it('gives paths that verify', async () => {
    const { tree } = openTree();
    const [oldRoot, newRoot] = [await tree.root(1000), await tree.root(1200)];
    const path = await tree.consistencyPath(1000, 1200);
    expect(isConsistent({ oldRoot, newRoot }, { oldSize: 1000, newSize: 1200, path })).toBe(true);
    const proof = { leafIndex: 777, treeSize: 1200, path: await tree.inclusionPath(777, 1200) };
    expect(impliedRoot(leaves[777]!, proof)).toEqual(newRoot);
  });

  it('is asked once for a path, and for few nodes', async () => {
    const { store, tree } = openTree();
    await tree.inclusionPath(777, 1199);
    await tree.consistencyPath(777, 1199);
    expect(store.reads).toBe(2);
    expect(store.mostNodes).toBeLessThan(100);
  });

  it('is empty at size 0, from where every tree grows without proof', async () => {
    const { tree } = openTree();
    expect(await tree.root(0)).toEqual(EMPTY_ROOT);
    expect(await tree.consistencyPath(0, 7)).toEqual([]);
  });

  it('knows no leaf beyond its size and no shrinking', async () => {
    const { tree } = openTree();
    const malformed = { code: 'PROOF_MALFORMED' };
    await expect(tree.inclusionPath(7, 7)).rejects.toMatchObject(malformed);
    await expect(tree.consistencyPath(8, 7)).rejects.toMatchObject(malformed);
  });
});

describe('perfect subtrees', () => {
  it('tile their range, the largest first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (end) => {
        const nodes = perfectSubtrees({ start: 0, end });
        let next = 0;
        for (const { level, index } of nodes) {
          expect(index * 2 ** level).toBe(next);
          next += 2 ** level;
        }
        expect(next).toBe(end);
        expect(nodes.map(({ level }) => level)).toEqual(
          nodes.map(({ level }) => level).toSorted((a, b) => b - a),
        );
      }),
    );
  });
});
