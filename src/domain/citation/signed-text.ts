import { fromUtf8, toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { pause } from '../../core/pause.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { type Chunk, findTilingFault, parseChunks } from '../chunk/chunk.ts';
import { chunkLeafHash } from '../chunk/leaf.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { createRootHasher } from '../merkle/root.ts';

/** The text of record, cut and hashed as it was when its root was signed. */
export interface SignedText {
  readonly chunks: readonly Chunk[];
  /** Text of each chunk. */
  readonly texts: readonly string[];
  readonly leaves: readonly Uint8Array[];
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const CHUNKS_PER_SLICE = 128;

/**
 * Read a bundle's text and chunks, and recompute the signed root over them, with pauses for other work.
 *
 * @param createSha256 the fastest one at hand.
 * @throws EvidenceError `ARTIFACT_TAMPERED` when they do not give that root, or cannot be read.
 */
export async function readSignedText(
  reader: BundleReader,
  manifest: Manifest,
  createSha256?: Sha256Factory,
): Promise<SignedText> {
  const { artifact, root } = manifest.chunk_tree;
  const text = manifest.artifacts.find(({ path }) => path === artifact);
  const list = manifest.artifacts.find(({ name }) => name === 'chunks');
  if (!text || !list) throw tampered();
  const content = await readFile(reader, text.path);
  const chunks = await parse(await readFile(reader, list.path));
  if (findTilingFault(chunks, content.length)) throw tampered();
  const hasher = createRootHasher();
  const leaves: Uint8Array[] = [];
  const texts: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const bytes = content.subarray(chunk.start, chunk.end);
    const leaf = chunkLeafHash({ artifactSha256: text.sha256, index, chunk }, bytes, createSha256);
    leaves.push(leaf);
    hasher.push(leaf);
    texts.push(decode(bytes));
    if (leaves.length % CHUNKS_PER_SLICE === 0) await pause();
  }
  if (toHex(hasher.root()) !== root) throw tampered();
  return { chunks, texts, leaves };
}

async function readFile(reader: BundleReader, path: string): Promise<Uint8Array> {
  try {
    return await readWhole(reader.read(path), MAX_FILE_BYTES);
  } catch (cause) {
    throw tampered(cause);
  }
}

async function parse(bytes: Uint8Array): Promise<Chunk[]> {
  try {
    return await parseChunks(bytes);
  } catch (cause) {
    throw tampered(cause);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch (cause) {
    throw tampered(cause);
  }
}

const tampered = (cause?: unknown): EvidenceError =>
  new EvidenceError('ARTIFACT_TAMPERED', undefined, { cause, details: { tampered: ['markdown', 'chunks'] } });
