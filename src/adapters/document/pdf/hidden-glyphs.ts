import { type Area, contains } from './matrix.ts';
import type { DrawnGlyph, DrawnPage } from './text-state.ts';

/** Print of less points is a speck: the smallest that is set to be read has 3. */
const MIN_SIZE = 1;
/** Behind so many pictures and shapes, nothing is taken for white on white: to look at all would take too long. */
const MAX_AREAS = 5_000;

/** Glyphs of a page, by whether a person sees them. */
export interface SeenGlyphs {
  readonly shown: readonly DrawnGlyph[];
  /** How many pieces of text nobody sees: glyphs drawn one after the other, from the first to the last. */
  readonly hiddenTexts: number;
}

/**
 * Tells what a reader of a page sees from what only a program reads: text outside the page, of less than a point,
 * without ink, or white on nothing but white.
 *
 * Text without ink over a picture is how scanners write down what they read: it is no secret, and stays.
 *
 * @param view the visible part of the page.
 */
export function seenGlyphs(page: DrawnPage, view: Area): SeenGlyphs {
  const shown: DrawnGlyph[] = [];
  let hiddenTexts = 0;
  let isLastHidden = false;
  for (const glyph of page.glyphs) {
    if (!isUnseen(glyph, page, view)) {
      shown.push(glyph);
      isLastHidden = false;
    } else if (!isLastHidden && glyph.text.trim() !== '') {
      hiddenTexts += 1;
      isLastHidden = true;
    }
  }
  return { shown, hiddenTexts };
}

function isUnseen({ origin, size, ink }: DrawnGlyph, { pictures, shapes }: DrawnPage, view: Area): boolean {
  if (!contains(view, origin)) return true;
  if (ink === 'drawing') return false;
  if (size < MIN_SIZE) return true;
  if (ink === 'dark') return false;
  const isOver = (areas: readonly Area[]): boolean =>
    areas.length > MAX_AREAS || areas.some((area) => contains(area, origin));
  return !isOver(pictures) && (ink === 'none' || !isOver(shapes));
}
