import { utf8 } from '../../core/bytes.ts';
import { pause } from '../../core/pause.ts';
import { foldText, foldWithMap } from './normalise.ts';

/** `exact`: the very bytes; `normalised`: the same after {@link foldText}. */
export type QuoteMatch = 'exact' | 'normalised';

/** Where a quote stands. */
export type QuoteSearch =
  | {
      readonly kind: 'found';
      readonly match: QuoteMatch;
      /** Position of the chunk in what was searched. */
      readonly index: number;
      /** Bytes inside the chunk, end exclusive. */
      readonly start: number;
      readonly end: number;
    }
  /** The words are there, but run from one chunk into another: no single chunk proves them. */
  | { readonly kind: 'spans'; readonly first: number; readonly last: number }
  | { readonly kind: 'absent' };

/** Chunks between two pauses: a few milliseconds of folding. */
const CHUNKS_PER_SLICE = 256;

/**
 * Look for a quote in each of these neighbouring chunks: exactly in any, else normalised in any, else across
 * their borders. Time is linear in the text.
 */
export async function findQuote(quote: string, chunks: readonly string[]): Promise<QuoteSearch> {
  const exact = quote === '' ? null : await findExact(quote, chunks);
  if (exact) return exact;
  const folded = foldText(quote).trim();
  if (folded === '') return { kind: 'absent' };
  const foldedChunks: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const foldedChunk = foldText(chunk);
    const range = foldedChunk.includes(folded) ? rangeOfFolded(chunk, folded) : null;
    if (range) return { kind: 'found', match: 'normalised', index, ...range };
    foldedChunks.push(foldedChunk);
    if (foldedChunks.length % CHUNKS_PER_SLICE === 0) await pause();
  }
  return findAcross(folded, foldedChunks);
}

async function findExact(quote: string, chunks: readonly string[]): Promise<QuoteSearch | null> {
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.includes(quote)) return { kind: 'found', match: 'exact', index, ...rangeOfExact(chunk, quote) };
    if (index % CHUNKS_PER_SLICE === CHUNKS_PER_SLICE - 1) await pause();
  }
  return null;
}

function rangeOfExact(chunk: string, quote: string): { start: number; end: number } {
  const start = utf8(chunk.slice(0, chunk.indexOf(quote))).length;
  return { start, end: start + utf8(quote).length };
}

function rangeOfFolded(chunk: string, folded: string): { start: number; end: number } | null {
  const { text, starts, ends } = foldWithMap(chunk);
  const at = text.indexOf(folded);
  if (at < 0) return null;
  const [start, end] = [starts[at] ?? 0, ends[at + folded.length - 1] ?? chunk.length];
  return { start: utf8(chunk.slice(0, start)).length, end: utf8(chunk.slice(0, end)).length };
}

/** Where each chunk starts in the text so far, and as much of its end as may begin a match. */
interface Across {
  readonly starts: number[];
  length: number;
  window: string;
}

async function findAcross(folded: string, foldedChunks: readonly string[]): Promise<QuoteSearch> {
  const across: Across = { starts: [], length: 0, window: '' };
  for (let start = 0; start < foldedChunks.length; start += CHUNKS_PER_SLICE) {
    append(across, foldedChunks.slice(start, start + CHUNKS_PER_SLICE));
    const at = across.window.indexOf(folded);
    if (at >= 0) return spanOf(across, across.length - across.window.length + at, folded.length);
    across.window = across.window.slice(-folded.length);
    await pause();
  }
  return { kind: 'absent' };
}

function append(across: Across, chunks: readonly string[]): void {
  const parts = [across.window];
  let endsInSpace = across.window.endsWith(' ');
  for (const chunk of chunks) {
    // White space on both sides of a border is one run.
    const part = endsInSpace ? chunk.trimStart() : chunk;
    if (part !== '') endsInSpace = part.endsWith(' ');
    across.starts.push(across.length);
    across.length += part.length;
    parts.push(part);
  }
  across.window = parts.join('');
}

const spanOf = ({ starts }: Across, at: number, length: number): QuoteSearch => ({
  kind: 'spans',
  first: starts.findLastIndex((start) => start <= at),
  last: starts.findLastIndex((start) => start <= at + length - 1),
});
