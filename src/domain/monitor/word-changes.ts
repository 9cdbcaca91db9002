import { codePoints } from './code-points.ts';
import type { WordChange } from './content-diff.ts';
import { findGaps } from './gaps.ts';

/** A word, a number with its fractions, white space, or one other character. */
const TOKENS = /\p{L}[\p{L}\p{M}\p{N}'’]*|\p{N}+(?:[.,:]\p{N}+)*|\s+|./gsu;
const TIMEOUT_MS = 100;

/** An entry and where it begins. */
export interface PlacedText {
  readonly text: string;
  /** Unicode code points before it. */
  readonly start: number;
}

/** What differs between two entries, word by word; the whole of both when that takes too long to find. */
export function wordChanges(before: PlacedText, after: PlacedText): WordChange[] {
  const [old, now] = [tokensOf(before.text), tokensOf(after.text)];
  const gaps = findGaps(old, now, TIMEOUT_MS);
  if (gaps === null) return [wholeChange(before, after)];
  const startIn = (tokens: readonly string[], { start }: PlacedText, index: number) =>
    start + codePoints(tokens.slice(0, index).join(''));
  return gaps.map((gap) => ({
    before: old.slice(gap.before.start, gap.before.end).join(''),
    after: now.slice(gap.after.start, gap.after.end).join(''),
    before_start: startIn(old, before, gap.before.start),
    after_start: startIn(now, after, gap.after.start),
  }));
}

/** The tokens of an entry, as the diff and the likeness of entries count them. */
export const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

const wholeChange = (before: PlacedText, after: PlacedText): WordChange => ({
  before: before.text,
  after: after.text,
  before_start: before.start,
  after_start: after.start,
});
