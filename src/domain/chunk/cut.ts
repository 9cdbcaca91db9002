import { MAX_CHUNK_BYTES, MIN_CHUNK_BYTES } from './chunk.ts';

/** Bytes `start` to `end` (exclusive). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 0x0a;
const SPACE = 0x20;
const SENTENCE_ENDS = new Set([...'.!?'].map((mark) => mark.charCodeAt(0)));

/**
 * Cut UTF-8 text into chunks that tile it: contiguous, on character boundaries, 200 to 1,600 bytes,
 * each as long as it can be while ending with a paragraph (else a line, a sentence, a word).
 *
 * A chunk does not cross the start of a page, unless that page's chunk would be shorter than 200 bytes.
 * Only the last chunk may be shorter.
 *
 * @param pageStarts ascending byte offsets; those inside a character are ignored.
 * @see evidence-format.md 4
 */
export function* cutChunks(content: Uint8Array, pageStarts: readonly number[]): Generator<ByteRange> {
  for (const section of sectionsOf(content, pageStarts)) {
    for (let start = section.start; start < section.end; ) {
      const end = nextCut(content, { start, end: section.end });
      yield { start, end };
      start = end;
    }
  }
}

/** The text between page starts; a short page goes together with what follows it. */
function* sectionsOf(content: Uint8Array, pageStarts: readonly number[]): Generator<ByteRange> {
  let start = 0;
  for (const boundary of pageStarts) {
    if (
      boundary - start < MIN_CHUNK_BYTES ||
      boundary >= content.length ||
      isInsideCharacter(content, boundary)
    )
      continue;
    yield { start, end: boundary };
    start = boundary;
  }
  if (start < content.length) yield { start, end: content.length };
}

function nextCut(content: Uint8Array, { start, end }: ByteRange): number {
  if (end - start <= MAX_CHUNK_BYTES) return end;
  // What stays behind must be long enough for a chunk of its own.
  const latest = Math.min(start + MAX_CHUNK_BYTES, end - MIN_CHUNK_BYTES);
  let [best, bestRank] = [latest, -1];
  for (let cut = latest; cut >= start + MIN_CHUNK_BYTES; cut--) {
    const rank = rankOf(content, cut);
    if (rank === PARAGRAPH) return cut;
    if (rank > bestRank) [best, bestRank] = [cut, rank];
  }
  return best;
}

const PARAGRAPH = 4;

/** How good a place this is to cut; -1 inside a character. */
function rankOf(content: Uint8Array, cut: number): number {
  if (isInsideCharacter(content, cut)) return -1;
  const [before, last] = [content[cut - 2] ?? 0, content[cut - 1] ?? 0];
  if (last === NEWLINE) return before === NEWLINE ? PARAGRAPH : 3;
  if (last === SPACE) return SENTENCE_ENDS.has(before) ? 2 : 1;
  return isIdeographicStop(content, cut) ? 2 : 0;
}

const isInsideCharacter = (content: Uint8Array, at: number): boolean => ((content[at] ?? 0) & 0xc0) === 0x80;

/** U+3002, U+FF01 or U+FF1F just before `cut`: scripts without spaces end sentences so. */
function isIdeographicStop(content: Uint8Array, cut: number): boolean {
  const [first, second, third] = [content[cut - 3], content[cut - 2], content[cut - 1]];
  if (first === 0xe3) return second === 0x80 && third === 0x82;
  return first === 0xef && second === 0xbc && (third === 0x81 || third === 0x9f);
}
