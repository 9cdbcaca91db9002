import type { Cluster } from './bidi.ts';
import { attachMarks, type PlacedGlyph } from './marks.ts';
import type { DrawnGlyph } from './text-state.ts';

/** Shift of the baseline, in heights of the font, up to which a glyph stays on its line: an exponent does. */
const LINE_SHIFT = 0.5;
/** Gap between two glyphs, in heights of the font, that reads as a space. */
const SPACE_GAP = 0.11;
/** Copies of a glyph closer than this part of its width make it bold and nothing else. */
const BOLD_SHIFT = 0.2;

/**
 * Lines of a page, in the order in which they are drawn; each is in visual order, from left to right,
 * however it was drawn.
 */
export function visualLines(glyphs: readonly DrawnGlyph[]): readonly (readonly Cluster[])[] {
  const lines: PlacedGlyph[][] = [];
  for (const glyph of glyphs) {
    if (!glyph.text) continue;
    const placed = place(glyph);
    const line = lines.at(-1);
    if (line && isOnLine(line.at(-1), placed)) line.push(placed);
    else lines.push([placed]);
  }
  return lines.map(toClusters);
}

function place({ text, origin: [x, y], length, direction: [dx, dy], angle, size }: DrawnGlyph): PlacedGlyph {
  const start = x * dx + y * dy;
  return { text, start, end: start + length, baseline: x * dy - y * dx, size, angle };
}

const isOnLine = (previous: PlacedGlyph | undefined, { angle, baseline, size }: PlacedGlyph): boolean =>
  previous !== undefined &&
  previous.angle === angle &&
  Math.abs(previous.baseline - baseline) <= LINE_SHIFT * Math.max(previous.size, size);

function toClusters(line: readonly PlacedGlyph[]): readonly Cluster[] {
  const clusters: Cluster[] = [];
  let previous: PlacedGlyph | null = null;
  for (const glyph of attachMarks(line).toSorted((a, b) => a.start - b.start)) {
    if (previous && isBoldCopy(previous, glyph)) continue;
    if (previous && glyph.start - previous.end > SPACE_GAP * glyph.size) clusters.push({ text: ' ' });
    clusters.push({ text: glyph.text });
    previous = glyph;
  }
  return clusters;
}

const isBoldCopy = (previous: PlacedGlyph, { text, start, end }: PlacedGlyph): boolean =>
  text === previous.text && start - previous.start < BOLD_SHIFT * (end - start);
