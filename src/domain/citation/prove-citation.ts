import { toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { BundleReader } from '../bundle/port.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { inclusionRanges } from '../merkle/inclusion.ts';
import { merkleRootInSlices } from '../merkle/root.ts';
import { findQuote, type QuoteMatch, type QuoteSearch } from './find-quote.ts';
import { readSignedText, type SignedText } from './signed-text.ts';

/** A quote, and the one chunk to look for it in; null searches them all. */
export interface CitationQuestion {
  readonly chunkId: string | null;
  readonly text: string;
}

/** The bundle that a quote is looked for in. */
export interface CitedBundle {
  readonly reader: BundleReader;
  readonly manifest: Manifest;
  /** Hex. */
  readonly manifestSha256: string;
}

/** Whether the quote stands in one chunk, and the proof that this chunk is under the signed root. */
export interface CitationAnswer {
  readonly verified: boolean;
  readonly chunk_id: string | null;
  readonly text_match: QuoteMatch | 'none';
  /** `start` and `end` are bytes of `content.md`; `text` is untrusted. */
  readonly chunk: {
    readonly index: number;
    readonly start: number;
    readonly end: number;
    readonly page: number | null;
    readonly salt: string;
    readonly text: string;
  } | null;
  /** Bytes of `content.md`, end exclusive. */
  readonly quote_range: { readonly start: number; readonly end: number } | null;
  /** Hex. */
  readonly leaf_hash: string | null;
  /** Siblings from the leaf to the root, hex, and their side of the way. */
  readonly proof: readonly { readonly hash: string; readonly side: 'left' | 'right' }[];
  readonly merkle_root: string;
  readonly manifest_sha256: string;
  /** Chunks that hold the quote together, when none holds it alone; else empty. Quote a part within one of them. */
  readonly spans_chunks: readonly string[];
}

/**
 * Find a quote in the signed text and prove its chunk. A quote that is not there is answered, not thrown.
 *
 * @throws EvidenceError `NOT_FOUND` for a chunk that does not exist, `ARTIFACT_TAMPERED` when the stored text
 *   does not give the signed root.
 */
export async function proveCitation(
  bundle: CitedBundle,
  question: CitationQuestion,
  createSha256?: Sha256Factory,
): Promise<CitationAnswer> {
  const signed = await readSignedText(bundle.reader, bundle.manifest, createSha256);
  return proveInText(signed, bundle, question);
}

/**
 * {@link proveCitation} in a text that was read before.
 *
 * @throws EvidenceError `NOT_FOUND` for a chunk that does not exist.
 */
export async function proveInText(
  signed: SignedText,
  bundle: Pick<CitedBundle, 'manifest' | 'manifestSha256'>,
  { chunkId, text }: CitationQuestion,
): Promise<CitationAnswer> {
  const only = chunkId === null ? 0 : signed.chunks.findIndex(({ id }) => id === chunkId);
  if (only < 0) throw new EvidenceError('NOT_FOUND', 'The bundle has no such chunk.');
  const searched = chunkId === null ? signed.texts : signed.texts.slice(only, only + 1);
  const search = await findQuote(text, searched);
  const root = { merkle_root: bundle.manifest.chunk_tree.root, manifest_sha256: bundle.manifestSha256 };
  if (search.kind !== 'found') return { ...NOT_THERE, spans_chunks: spannedChunks(signed, search), ...root };
  return { ...(await proveChunk(signed, { ...search, index: only + search.index })), ...root };
}

type Found = Extract<QuoteSearch, { kind: 'found' }>;

const NOT_THERE = {
  verified: false,
  chunk_id: null,
  text_match: 'none',
  chunk: null,
  quote_range: null,
  leaf_hash: null,
  proof: [],
} as const;

async function proveChunk({ chunks, texts, leaves }: SignedText, { index, match, start, end }: Found) {
  const [chunk, leaf, text] = [chunks[index], leaves[index], texts[index]];
  if (!chunk || !leaf || text === undefined) throw new EvidenceError('INTERNAL');
  return {
    verified: true,
    chunk_id: chunk.id,
    text_match: match,
    chunk: { index, start: chunk.start, end: chunk.end, page: chunk.page, salt: chunk.salt, text },
    quote_range: { start: chunk.start + start, end: chunk.start + end },
    leaf_hash: toHex(leaf),
    proof: await provePlace(leaves, index),
    spans_chunks: [],
  };
}

/** Siblings of a leaf, leaf end first. */
async function provePlace(leaves: readonly Uint8Array[], index: number): Promise<CitationAnswer['proof']> {
  const proof: CitationAnswer['proof'][number][] = [];
  for (const { start, end } of inclusionRanges(index, leaves.length)) {
    const hash = toHex(await merkleRootInSlices(leaves.slice(start, end)));
    proof.push({ hash, side: start > index ? 'right' : 'left' });
  }
  return proof;
}

const spannedChunks = ({ chunks }: SignedText, search: QuoteSearch): string[] =>
  search.kind === 'spans' ? chunks.slice(search.first, search.last + 1).map(({ id }) => id) : [];
