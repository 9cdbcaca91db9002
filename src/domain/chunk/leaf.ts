import { concatBytes, utf8 } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import { leafHash } from '../merkle/hash.ts';
import type { Chunk } from './chunk.ts';

/** What a leaf entry says before the chunk's own bytes. */
export interface ChunkPlace {
  /** Digest of `content.md`, hex. */
  readonly artifactSha256: string;
  /** From 0. */
  readonly index: number;
  readonly chunk: Pick<Chunk, 'start' | 'end' | 'salt'>;
}

/**
 * Leaf entry of a chunk:
 * ```
 * affiant-chunk/v1
 * <artifact sha256>
 * <index>
 * <start>-<end>
 * <salt>
 * <the chunk's bytes>
 * ```
 *
 * @see evidence-format.md 4
 */
const chunkEntry = ({ artifactSha256, index, chunk }: ChunkPlace, bytes: Uint8Array): Uint8Array =>
  concatBytes(
    utf8(`affiant-chunk/v1\n${artifactSha256}\n${index}\n${chunk.start}-${chunk.end}\n${chunk.salt}\n`),
    bytes,
  );

/** Leaf hash of a chunk, 32 bytes. `createSha256` as in {@link leafHash}. */
export const chunkLeafHash = (
  place: ChunkPlace,
  bytes: Uint8Array,
  createSha256?: Sha256Factory,
): Uint8Array => leafHash(chunkEntry(place, bytes), createSha256);
