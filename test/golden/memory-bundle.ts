import { createHash } from 'node:crypto';
import { compareByteOrder } from '../../src/core/byte-order.ts';
import type { BundleReader, StagedBundle } from '../../src/domain/bundle/port.ts';

/** Files of a bundle by path. */
export type BundleMap = Map<string, Uint8Array>;

/** A staging area that keeps its files in a map. */
export const stageInto = (files: BundleMap): StagedBundle => ({
  async write(path, bytes) {
    files.set(path, bytes);
    return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
  },
  publish: async () => {},
  discard: async () => {},
});

/** Reads a map as a bundle, in pieces of `pieceBytes`. */
export const readerOf = (files: BundleMap, pieceBytes = 1000): BundleReader => ({
  list: async () =>
    [...files]
      .map(([path, bytes]) => ({ path, sizeBytes: bytes.length }))
      .sort((left, right) => compareByteOrder(left.path, right.path)),
  async *read(path) {
    const bytes = files.get(path);
    if (!bytes) throw new Error('no such file');
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  },
});
