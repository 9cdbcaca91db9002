import { createHash } from 'node:crypto';
import { toHex } from '../../core/bytes.ts';
import { pause } from '../../core/pause.ts';
import { createRootHasher } from '../merkle/root.ts';
import { type Chunk, chunkId } from './chunk.ts';
import { cutChunks } from './cut.ts';
import { chunkLeafHash } from './leaf.ts';
import { createChunkSalts } from './salt.ts';

/** The chunks of one text and the tree over them. */
export interface ChunkTree {
  readonly chunks: readonly Chunk[];
  /** Leaf hashes in the order of the chunks. */
  readonly leaves: readonly Uint8Array[];
  /** Root hash, hex. */
  readonly root: string;
}

export interface ChunkSource {
  /** Bytes of `content.md`. */
  readonly content: Uint8Array;
  /** Their digest, hex. */
  readonly contentSha256: string;
  /** Byte offsets where pages 1, 2, … begin; empty when not paged. */
  readonly pageStarts: readonly number[];
  /** 32 random bytes of this bundle: see {@link createChunkSalts}. */
  readonly secret: Uint8Array;
}

/** Chunks between two pauses: about 5 ms of work. */
const CHUNKS_PER_SLICE = 128;

/** Cut a text and hash its chunks, in time linear in its size, in slices of a few milliseconds. */
export async function buildChunkTree({
  content,
  contentSha256,
  pageStarts,
  secret,
}: ChunkSource): Promise<ChunkTree> {
  const chunks: Chunk[] = [];
  const leaves: Uint8Array[] = [];
  const saltOf = createChunkSalts(secret);
  const hasher = createRootHasher();
  const pageAt = createPageCounter(pageStarts);
  for (const { start, end } of cutChunks(content, pageStarts)) {
    const index = chunks.length;
    const chunk = { id: chunkId(index), start, end, page: pageAt(start), salt: saltOf(index) };
    chunks.push(chunk);
    const place = { artifactSha256: contentSha256, index, chunk };
    const leaf = chunkLeafHash(place, content.subarray(start, end), () => createHash('sha256'));
    leaves.push(leaf);
    hasher.push(leaf);
    if (chunks.length % CHUNKS_PER_SLICE === 0) await pause();
  }
  return { chunks, leaves, root: toHex(hasher.root()) };
}

/** Page of a byte, for bytes asked in ascending order. */
function createPageCounter(pageStarts: readonly number[]): (byte: number) => number | null {
  let begun = 0;
  return (byte) => {
    while ((pageStarts[begun] ?? Number.POSITIVE_INFINITY) <= byte) begun++;
    return pageStarts.length === 0 ? null : Math.max(begun, 1);
  };
}
