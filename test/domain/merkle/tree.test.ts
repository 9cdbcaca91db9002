import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex, utf8 } from '../../../src/core/bytes.ts';
import { consistencyPath, impliedRoots, isConsistent } from '../../../src/domain/merkle/consistency.ts';
import { EMPTY_ROOT, leafHash, nodeHash } from '../../../src/domain/merkle/hash.ts';
import { impliedRoot, inclusionPath } from '../../../src/domain/merkle/inclusion.ts';
import { merkleRoot, merkleRootInSlices } from '../../../src/domain/merkle/root.ts';
import reference from '../../vectors/merkle/rfc6962-reference-tree.json' with { type: 'json' };

const leaves = reference.leaves_hex.map((hex) => leafHash(fromHex(hex)));

/** RFC 6962 section 2.1, word for word. */
function slowRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (!only) return EMPTY_ROOT;
  if (hashes.length === 1) return only;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return nodeHash(slowRoot(hashes.slice(0, k)), slowRoot(hashes.slice(k)));
}

const manyLeaves = (count: number) =>
  Array.from({ length: count }, (_, index) => leafHash(utf8(`entry ${index}`)));

describe('the RFC 6962 reference tree', () => {
  it('has the published roots', () => {
    const roots = reference.roots_hex_by_size.map((_, size) => toHex(merkleRoot(leaves.slice(0, size))));
    expect(roots).toEqual(reference.roots_hex_by_size);
  });

  it('has the published inclusion paths, each of which implies its root', () => {
    for (const { index, size, proof_hex } of reference.inclusion) {
      const path = inclusionPath(leaves.slice(0, size), index);
      expect(path.map(toHex)).toEqual(proof_hex);
      const root = impliedRoot(leaves[index]!, { leafIndex: index, treeSize: size, path });
      expect(toHex(root)).toBe(reference.roots_hex_by_size[size]);
    }
  });

  it('has the published consistency paths, each of which is accepted', () => {
    for (const { first: size1, second: size2, proof_hex } of reference.consistency) {
      const path = consistencyPath(leaves.slice(0, size2), size1);
      expect(path.map(toHex)).toEqual(proof_hex);
      const roots = {
        oldRoot: fromHex(reference.roots_hex_by_size[size1]!),
        newRoot: fromHex(reference.roots_hex_by_size[size2]!),
      };
      expect(isConsistent(roots, { oldSize: size1, newSize: size2, path })).toBe(true);
    }
  });
});

describe('any tree', () => {
  const size = fc.integer({ min: 1, max: 300 });

  it('has the root that the definition gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (count) => {
        const tree = manyLeaves(count);
        expect(merkleRoot(tree)).toEqual(slowRoot(tree));
      }),
    );
  });

  it('is implied by the path of each of its leaves and of no other leaf', () => {
    fc.assert(
      fc.property(size, fc.nat(), (treeSize, seed) => {
        const tree = manyLeaves(treeSize);
        const leafIndex = seed % treeSize;
        const proof = { leafIndex, treeSize, path: inclusionPath(tree, leafIndex) };
        expect(impliedRoot(tree[leafIndex]!, proof)).toEqual(merkleRoot(tree));
        expect(impliedRoot(leafHash(utf8('another')), proof)).not.toEqual(merkleRoot(tree));
      }),
    );
  });

  it('is consistent with each of its prefixes and with no other tree', () => {
    fc.assert(
      fc.property(size, fc.nat(), (newSize, seed) => {
        const tree = manyLeaves(newSize);
        const oldSize = 1 + (seed % newSize);
        const proof = { oldSize, newSize, path: consistencyPath(tree, oldSize) };
        const roots = { oldRoot: merkleRoot(tree.slice(0, oldSize)), newRoot: merkleRoot(tree) };
        expect(isConsistent(roots, proof)).toBe(true);
        expect(isConsistent({ ...roots, newRoot: leafHash(utf8('forked')) }, proof)).toBe(false);
        if (oldSize < newSize)
          expect(isConsistent({ ...roots, oldRoot: leafHash(utf8('forked')) }, proof)).toBe(false);
      }),
    );
  });

  it('may have 100,000 leaves', () => {
    const tree = manyLeaves(100_000);
    expect(merkleRoot(tree)).toEqual(slowRoot(tree));
  });
});

describe('a malformed proof', () => {
  const malformed = expect.objectContaining({ code: 'PROOF_MALFORMED' });
  const leaf = leaves[0]!;

  it.each([
    ['an index outside the tree', { leafIndex: 1, treeSize: 1, path: [] }],
    ['a negative index', { leafIndex: -1, treeSize: 1, path: [] }],
    ['an index that is no integer', { leafIndex: 0.5, treeSize: 1, path: [] }],
    ['an empty tree', { leafIndex: 0, treeSize: 0, path: [] }],
    ['a path that is too short', { leafIndex: 0, treeSize: 2, path: [] }],
    ['a path that is too long', { leafIndex: 0, treeSize: 1, path: [leaf] }],
  ])('is refused: %s', (_, proof) => {
    expect(() => impliedRoot(leaf, proof)).toThrow(malformed);
  });

  it.each([
    ['sizes out of order', { oldSize: 2, newSize: 1, path: [] }],
    ['an empty old tree', { oldSize: 0, newSize: 1, path: [] }],
    ['a path that is too short', { oldSize: 1, newSize: 2, path: [] }],
    ['a path for equal sizes', { oldSize: 2, newSize: 2, path: [leaf] }],
  ])('of consistency is refused: %s', (_, proof) => {
    expect(() => impliedRoots(leaf, proof)).toThrow(malformed);
  });
});

const corpus = new URL('../../../../shared/corpus/vectors/merkle/', import.meta.url);

describe.skipIf(!existsSync(corpus))('the extra vectors beside the repository', () => {
  const load = (name: string) => JSON.parse(readFileSync(new URL(name, corpus), 'utf8'));
  const bytes = (base64: string) => new Uint8Array(Buffer.from(base64 ?? '', 'base64'));
  const accepts = (verify: () => boolean): boolean => {
    try {
      return verify();
    } catch (error) {
      expect(error).toMatchObject({ code: 'PROOF_MALFORMED' });
      return false;
    }
  };

  it('judge inclusion proofs as published', () => {
    for (const { leafIdx, treeSize, root, leafHash: leaf, proof, wantErr, desc } of load('inclusion.json')) {
      const path = (proof ?? []).map(bytes);
      const verify = () =>
        toHex(impliedRoot(bytes(leaf), { leafIndex: leafIdx, treeSize, path })) === toHex(bytes(root));
      expect([desc, accepts(verify)]).toEqual([desc, !wantErr]);
    }
  });

  it('judge consistency proofs as published', () => {
    for (const { size1, size2, root1, root2, proof, wantErr, desc } of load('consistency.json')) {
      const path = (proof ?? []).map(bytes);
      const roots = { oldRoot: bytes(root1), newRoot: bytes(root2) };
      expect([desc, accepts(() => isConsistent(roots, { oldSize: size1, newSize: size2, path }))]).toEqual([
        desc,
        !wantErr,
      ]);
    }
  });

  it('agree with an independent tree of 200 chunks', () => {
    const { leaves_b64, roots_hex, inclusion } = load('generated-200.json');
    const tree = leaves_b64.map((leaf: string) => leafHash(bytes(leaf)));
    for (const [count, root] of Object.entries(roots_hex))
      expect(toHex(merkleRoot(tree.slice(0, Number(count))))).toBe(root);
    expect(inclusion.length).toBeGreaterThan(0);
    expect(concatBytes(...tree).length).toBe(200 * 32);
  });
});

it('a root made in slices is the same', async () => {
  const leaves = Array.from({ length: 5_000 }, (_, index) => leafHash(utf8(`${index}`)));
  for (const size of [0, 1, 2_047, 2_048, 2_049, 5_000]) {
    const some = leaves.slice(0, size);
    expect(await merkleRootInSlices(some)).toEqual(merkleRoot(some));
  }
});
