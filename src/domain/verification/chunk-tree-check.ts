import { concatBytes, toHex } from '../../core/bytes.ts';
import { pause } from '../../core/pause.ts';
import { type Chunk, findTilingFault, parseChunks } from '../chunk/chunk.ts';
import { chunkLeafHash } from '../chunk/leaf.ts';
import type { Manifest, ManifestArtifact } from '../manifest/manifest.ts';
import { createRootHasher } from '../merkle/root.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';

const ID = 'chunk_tree';
const MAX_CHUNKS_BYTES = 64 * 1024 * 1024;
/** About 5 ms of work. */
const CHUNKS_PER_SLICE = 1024;

/** The check `chunk_tree`: `chunks.json` tiles the text, and its tree has the signed root. */
export async function checkChunkTree(files: BundleFiles, manifest: Manifest): Promise<Finding> {
  const tree = manifest.chunk_tree;
  const text = manifest.artifacts.find(({ path }) => path === tree.artifact);
  const list = manifest.artifacts.find(({ name }) => name === 'chunks');
  if (!text || !list) return failed('The manifest lists no text or no chunks for its tree.');
  const read = await readSmallFile(files, list.path, MAX_CHUNKS_BYTES);
  if (read.kind === 'unreadable') return found(ID, 'unknown', 'The chunks could not be read.');
  const chunks = read.kind === 'bytes' ? await parseChunks(read.bytes).catch(() => null) : null;
  if (!chunks) return failed('The list of chunks is missing, too large or malformed.');
  if (chunks.length !== tree.chunk_count)
    return failed('There are more or fewer chunks than the manifest states.');
  const fault = findTilingFault(chunks, text.size);
  if (fault) return failed(`The chunks do not tile the text: ${fault}.`);
  return compareRoot(files, { text, chunks, root: tree.root });
}

interface TreeClaim {
  readonly text: ManifestArtifact;
  readonly chunks: readonly Chunk[];
  readonly root: string;
}

async function compareRoot(files: BundleFiles, claim: TreeClaim): Promise<Finding> {
  const { text, chunks, root } = claim;
  if (!files.sizes.has(text.path)) return failed('The text is missing.');
  try {
    const actual = await computeRoot(files, claim);
    if (actual === root)
      return found(ID, 'pass', `${chunks.length} chunks tile the text under the signed root.`);
    return failed('The tree over the chunks has another root than the manifest states.');
  } catch (error) {
    if (error instanceof RangeError) return failed('The chunks do not fit the text.');
    return found(ID, 'unknown', 'The text could not be read.');
  }
}

async function computeRoot(
  { reader, createSha256 }: BundleFiles,
  { text, chunks }: TreeClaim,
): Promise<string> {
  const hasher = createRootHasher();
  let index = 0;
  for await (const bytes of splitIntoChunks(reader.read(text.path), chunks)) {
    const chunk = chunks[index];
    if (!chunk || ((bytes[0] ?? 0) & 0xc0) === 0x80)
      throw new RangeError('a chunk starts inside a character');
    hasher.push(chunkLeafHash({ artifactSha256: text.sha256, index, chunk }, bytes, createSha256));
    if (++index % CHUNKS_PER_SLICE === 0) await pause();
  }
  return toHex(hasher.root());
}

/** The bytes of each chunk in order, from pieces of any size; holds one piece and one chunk. */
async function* splitIntoChunks(
  pieces: AsyncIterable<Uint8Array>,
  chunks: readonly Chunk[],
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  let index = 0;
  for await (const piece of pieces) {
    rest = concatBytes(rest, piece);
    for (
      let chunk = chunks[index];
      chunk && rest.length >= chunk.end - chunk.start;
      chunk = chunks[++index]
    ) {
      yield rest.subarray(0, chunk.end - chunk.start);
      rest = rest.subarray(chunk.end - chunk.start);
    }
  }
  if (rest.length > 0 || index < chunks.length) throw new RangeError('the text has another size');
}

// Names nothing: when the text or the list of chunks differs, its own check says so.
const failed = (detail: string): Finding => foundTampered(ID, detail, []);
