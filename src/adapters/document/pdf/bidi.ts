/** A glyph with the marks above and below it. */
export interface Cluster {
  /** In logical order. */
  readonly text: string;
}

/** Letters that are written from right to left; the scripts have digits and separators too, which are not. */
const RTL_LETTER =
  /[[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]&&\p{L}]/v;
const ARABIC_LETTER = /[\p{Script=Arabic}&&\p{L}]/v;
/** Stay between the digits of a number. */
const SEPARATOR = /^[.,:/\u066b\u066c]$/;
/** Stay beside a number, but not among Arabic letters. */
const TERMINATOR = /^[#%+\-°\p{Sc}]$/u;
const MIRRORED: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

/** Whether any of `text` is written from right to left. Digits are not. */
export const hasRightToLeft = (text: string): boolean => RTL_LETTER.test(text);

/** Letters from right to left less letters from left to right: which direction a text mainly has. */
export function directionBalance(text: string): number {
  let balance = 0;
  for (const [letter] of text.matchAll(/\p{L}/gu)) balance += RTL_LETTER.test(letter) ? 1 : -1;
  return balance;
}

/**
 * Whether a line belongs to a paragraph from right to left. Such a paragraph begins at the right with a
 * letter of its direction, and any other at the left; where both ends agree, that tells. A line that wraps
 * may begin with a foreign word: then most letters have to agree.
 *
 * @param line in visual order.
 * @param isPageRtl what most letters of the page are.
 */
export function isLineRtl(line: readonly Cluster[], isPageRtl: boolean): boolean {
  const text = line.map((cluster) => cluster.text).join('');
  const letters = text.match(/\p{L}/gu) ?? [];
  const [left, right] = [letters.at(0) ?? '', letters.at(-1) ?? ''].map(hasRightToLeft);
  if (left !== right) return isPageRtl;
  return left === true || (isPageRtl && directionBalance(text) > 0);
}

/**
 * The text of a line given in visual order, in the order in which it is read: the Unicode bidirectional
 * algorithm backwards. What can be read in two ways (a number between two directions) goes with Latin text.
 *
 * @param line from left to right, each cluster in logical order.
 * @param isBaseRtl direction of the paragraph.
 * @see https://www.unicode.org/reports/tr9/#Resolving_Implicit_Levels
 */
export function logicalText(line: readonly Cluster[], isBaseRtl: boolean): string {
  const levels = resolveLevels(line, isBaseRtl);
  const ordered = line.map(({ text }, index) => ({ text, level: levels[index] ?? 0 }));
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) reverseRuns(ordered, level);
  return ordered.map(({ text, level }) => (level % 2 === 1 ? (MIRRORED.get(text) ?? text) : text)).join('');
}

type Kind = 'left' | 'right' | 'number' | 'neutral';

function kindOf({ text }: Cluster): Kind {
  if (RTL_LETTER.test(text)) return 'right';
  if (/\p{L}/u.test(text)) return 'left';
  return /\p{Nd}/u.test(text) ? 'number' : 'neutral';
}

/** Embedding levels: odd ones are read from right to left. */
function resolveLevels(line: readonly Cluster[], isBaseRtl: boolean): readonly number[] {
  const kinds = joinNumbers(line);
  const levels = kinds.map((kind) => LEVELS[kind][isBaseRtl ? 1 : 0]);
  for (const [start, end] of isBaseRtl ? leftToRightGaps(kinds) : rightToLeftGaps(kinds)) {
    for (let at = start; at < end; at += 1) {
      levels[at] = isBaseRtl || kinds[at] === 'number' ? 2 : 1;
    }
  }
  return levels;
}

type Gap = readonly [start: number, end: number];

/** What stands between two words from left to right, or between such a word and a number. */
function leftToRightGaps(kinds: readonly Kind[]): readonly Gap[] {
  return gaps(kinds, (kind) => kind === 'neutral').filter(([start, end]) => {
    const ends = [kinds[start - 1], kinds[end]];
    return ends.includes('left') && !ends.includes('right') && !ends.includes(undefined);
  });
}

/** What stands between two words from right to left. */
const rightToLeftGaps = (kinds: readonly Kind[]): readonly Gap[] =>
  gaps(kinds, (kind) => kind === 'neutral' || kind === 'number').filter(
    ([start, end]) => kinds[start - 1] === 'right' && kinds[end] === 'right',
  );

/** Runs of clusters that may lie between two words. */
function gaps(kinds: readonly Kind[], isOpen: (kind: Kind) => boolean): readonly Gap[] {
  const found: Gap[] = [];
  for (let start = 0; start < kinds.length; start += 1) {
    let end = start;
    for (let kind = kinds[end]; kind && isOpen(kind); kind = kinds[end]) end += 1;
    if (end > start) found.push([start, end]);
    start = end;
  }
  return found;
}

/** Of a cluster in a paragraph from left to right, and in one from right to left. */
const LEVELS: Readonly<Record<Kind, readonly [number, number]>> = {
  left: [0, 2],
  right: [1, 1],
  number: [0, 2],
  neutral: [0, 1],
};

/** Kinds of a line's clusters; the signs that belong to a number count as part of it. */
function joinNumbers(line: readonly Cluster[]): readonly Kind[] {
  const kinds = line.map(kindOf);
  const isArabic = line.some(({ text }) => ARABIC_LETTER.test(text));
  return kinds.map((kind, index) => {
    const text = line[index]?.text ?? '';
    const isBetween = kinds[index - 1] === 'number' && kinds[index + 1] === 'number';
    const isBeside = kinds[index - 1] === 'number' || kinds[index + 1] === 'number';
    const isPart = (isBetween && SEPARATOR.test(text)) || (!isArabic && isBeside && TERMINATOR.test(text));
    return isPart ? 'number' : kind;
  });
}

/** Reverses every run of clusters whose level is at least `level`. */
function reverseRuns(line: { readonly text: string; readonly level: number }[], level: number): void {
  for (let start = 0; start < line.length; start += 1) {
    let end = start;
    while ((line[end]?.level ?? -1) >= level) end += 1;
    line.splice(start, end - start, ...line.slice(start, end).reverse());
    start = end;
  }
}
