import { equalBytes, fromHex, toHex, utf8 } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import { chunkId } from '../chunk/chunk.ts';
import { chunkLeafHash } from '../chunk/leaf.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { impliedRoot } from '../merkle/inclusion.ts';
import { type Finding, found, foundTampered } from '../verification/finding.ts';
import type { PortableProof } from './portable-proof.ts';

/** The check `chunk_tree`: the chunk stands at its place in the text whose root the manifest states. */
export function checkChunk(
  { chunk, path }: PortableProof,
  { chunk_tree: tree, artifacts }: Manifest,
  createSha256: Sha256Factory,
): Finding {
  const id = 'chunk_tree';
  const text = artifacts.find((artifact) => artifact.path === tree.artifact);
  const bytes = utf8(chunk.text);
  const isAtItsPlace =
    chunk.id === chunkId(chunk.index) &&
    chunk.end - chunk.start === bytes.length &&
    chunk.text.isWellFormed();
  if (!text || !isAtItsPlace) return foundTampered(id, 'The chunk does not fit the place it claims.', []);
  const leaf = chunkLeafHash({ artifactSha256: text.sha256, index: chunk.index, chunk }, bytes, createSha256);
  const root = rootOrNull(leaf, {
    leafIndex: chunk.index,
    treeSize: tree.chunk_count,
    path: path.map(fromHex),
  });
  if (root !== tree.root)
    return foundTampered(id, 'The chunk and its path do not lead to the signed root.', []);
  return found(
    id,
    'pass',
    `Chunk ${chunk.index + 1} of ${tree.chunk_count} of the text, bytes ${chunk.start} to ${chunk.end}, is under the signed root.`,
  );
}

/** The check `quote`: the chunk has the quote's very bytes at the stated place. */
export function checkQuote({ quote, quote_range: { start, end }, chunk }: PortableProof): Finding {
  const bytes = utf8(chunk.text);
  const isThere =
    quote.isWellFormed() && end <= bytes.length && equalBytes(bytes.slice(start, end), utf8(quote));
  return isThere
    ? found('quote', 'pass', 'The quote stands in the chunk, byte for byte.')
    : foundTampered('quote', 'The quote does not stand in the chunk at the stated place.', []);
}

/** The check `log_inclusion`. */
export const checkLogProof = ({ log_proof: proof }: PortableProof): Finding =>
  proof === null
    ? found('log_inclusion', 'absent', 'The proof carries no log proof.')
    : found(
        'log_inclusion',
        'unknown',
        'The proof carries a log proof, which this version of the verifier does not check.',
      );

function rootOrNull(leaf: Uint8Array, proof: Parameters<typeof impliedRoot>[1]): string | null {
  try {
    return toHex(impliedRoot(leaf, proof));
  } catch {
    return null; // the path cannot belong to a tree of this size
  }
}
