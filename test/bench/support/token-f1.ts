/** Scripts without spaces: every character counts as a word. */
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])/gu;
/** Direction marks, joiners, soft hyphens: no reader sees them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** The words of a text, whatever their case and the form of their letters. */
export const tokensOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(UNSPACED, ' $1 ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** Harmonic mean of precision and recall of two bags of things, 0 to 1. Order does not count. */
export function bagF1(found: readonly string[], expected: readonly string[]): number {
  if (found.length + expected.length === 0) return 1;
  const left = new Map<string, number>();
  for (const thing of expected) left.set(thing, (left.get(thing) ?? 0) + 1);
  let common = 0;
  for (const thing of found) {
    const count = left.get(thing) ?? 0;
    if (count > 0) common += 1;
    left.set(thing, count - 1);
  }
  return (2 * common) / (found.length + expected.length);
}

export const tokenF1 = (text: string, expected: string): number => bagF1(tokensOf(text), tokensOf(expected));
