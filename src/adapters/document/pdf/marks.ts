import { hasRightToLeft } from './bidi.ts';

/** A glyph on a line: lengths along and across the direction of its text, in points. */
export interface PlacedGlyph {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Grows downwards. */
  readonly baseline: number;
  readonly size: number;
  /** Whole degrees. */
  readonly angle: number;
}

/** A mark may stand beside its letter by this many heights of the font. */
const MAX_OFFSET = 0.5;

/**
 * Puts the marks above and below letters into the text of their letters, where reading has them.
 *
 * @param line glyphs in the order in which they are drawn.
 * @returns the letters, each with its marks behind it, in that order.
 */
export function attachMarks(line: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  const bases = line.filter(({ text }) => !isMark(text));
  const marks = new Map<PlacedGlyph, string>();
  let drawn = 0;
  for (const glyph of line) {
    if (!isMark(glyph.text)) {
      drawn += 1;
      continue;
    }
    const base = baseOf(glyph, bases, drawn);
    if (!base) continue;
    const others = marks.get(base) ?? '';
    // Marks that come before their letter are drawn from left to right, the last one first.
    marks.set(base, base === bases[drawn] ? `${glyph.text}${others}` : `${others}${glyph.text}`);
  }
  return bases.map((base) => ({ ...base, text: `${base.text}${marks.get(base) ?? ''}` }));
}

const isMark = (text: string): boolean => /^\p{M}+$/u.test(text);

/**
 * The letter that a mark belongs to. Marks have no width and may overhang their letter, so the order of
 * drawing tells more than the place: a mark follows its letter in reading, and a line from right to left
 * that is drawn from left to right is drawn against its reading.
 *
 * @param drawn how many of `bases` are drawn before the mark.
 */
function baseOf(mark: PlacedGlyph, bases: readonly PlacedGlyph[], drawn: number): PlacedGlyph | undefined {
  const before = bases[drawn - 1];
  const after = bases[drawn];
  const isAgainstReading =
    after !== undefined && hasRightToLeft(after.text) && (before === undefined || after.start > before.start);
  const expected = isAgainstReading ? [after, before] : [before, after];
  return expected.find((base) => base !== undefined && isAt(base, mark));
}

const isAt = ({ text, start, end, size }: PlacedGlyph, mark: PlacedGlyph): boolean =>
  text.trim() !== '' && Math.max(start - mark.end, mark.start - end) <= MAX_OFFSET * size;
