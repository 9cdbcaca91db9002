/** A text after folding, with the way back to where each part of it came from. */
export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: where its source starts and ends (exclusive), in UTF-16 units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u02bc]/gu;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb]/gu;
const DASHES = /[\u2010-\u2015\u2212]/gu;
const WHITE_SPACE = /\s+/gu;

// Runs that NFKC can change only within themselves: plain ASCII, conjoining Hangul, a character with its marks.
const SEGMENTS = /[\x21-\x7e]+(?!\p{M})|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|\P{M}\p{M}*|\p{M}+/gu;
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * Fold what differs between copies of the same words: NFKC, runs of white space, kinds of quotation marks and
 * dashes, soft hyphens and other invisible characters. Case and words stay.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(WHITE_SPACE, ' ');

/** {@link foldText} that keeps the way back. Linear, but slower: for a text known to hold a match. */
export function foldWithMap(source: string): FoldedText {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const emit = (unit: string, start: number, end: number) => {
    if (unit === ' ' && units.at(-1) === ' ') return;
    units.push(unit);
    starts.push(start);
    ends.push(end);
  };
  for (const { 0: segment, index } of source.matchAll(SEGMENTS)) {
    const isPlain = PLAIN.test(segment);
    for (const [at, unit] of (isPlain ? segment : foldText(segment)).split('').entries()) {
      emit(unit, isPlain ? index + at : index, isPlain ? index + at + 1 : index + segment.length);
    }
  }
  return { text: units.join(''), starts, ends };
}
