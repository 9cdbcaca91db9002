import type { GreyImage } from './grey-image.ts';
import { inkMask } from './ink.ts';

/** Specks below and pictures or rules above are not letters. */
const MIN_SIDE = 3;
const MAX_SIDE = 120;
/** Fewer shapes are no text to go by. */
const MIN_LETTERS = 10;

/**
 * Median of the longer sides of the separate shapes of letter size on a page, in pixels; null when there are
 * too few. Between x-height and height of capitals, whichever way the page is turned.
 */
export function letterHeightOf(image: GreyImage): number | null {
  const heights = shapesOf(inkMask(image), image.width)
    .filter(({ width, height }) => Math.min(width, height) >= MIN_SIDE)
    .map(({ width, height }) => Math.max(width, height))
    .filter((height) => height <= MAX_SIDE)
    .sort((left, right) => left - right);
  return heights.length < MIN_LETTERS ? null : (heights[heights.length >> 1] ?? null);
}

interface Shape {
  readonly width: number;
  readonly height: number;
}

/** A run of ink in one row, linked to the shape it belongs to by `parent`. */
interface Run {
  readonly first: number;
  readonly last: number;
  parent: Extent;
}

interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The extent that this one was merged into. */
  mergedInto: Extent | null;
}

/** Connected shapes of ink, found by joining the runs of each row with those that they touch in the row above. */
function shapesOf(mask: Uint8Array, width: number): readonly Shape[] {
  const extents: Extent[] = [];
  let above: readonly Run[] = [];
  for (let row = 0; row * width < mask.length; row += 1) {
    const runs = runsOf(mask, row, width);
    linkRuns(runs, above);
    for (const { parent } of runs) if (parent.top === row) extents.push(parent);
    above = runs;
  }
  return extents
    .filter(({ mergedInto }) => mergedInto === null)
    .map(({ left, right, top, bottom }) => ({ width: right - left + 1, height: bottom - top + 1 }));
}

function runsOf(mask: Uint8Array, row: number, width: number): readonly Run[] {
  const runs: Run[] = [];
  const start = row * width;
  for (let column = 0; column < width; column += 1) {
    if (!mask[start + column]) continue;
    const left = column;
    while (column + 1 < width && mask[start + column + 1]) column += 1;
    const parent = { left, right: column, top: row, bottom: row, mergedInto: null };
    runs.push({ first: left, last: column, parent });
  }
  return runs;
}

function linkRuns(runs: readonly Run[], above: readonly Run[]): void {
  let next = 0;
  for (const run of runs) {
    while (next < above.length && (above[next]?.last ?? 0) + 1 < run.first) next += 1;
    for (let index = next; index < above.length; index += 1) {
      const upper = above[index];
      if (!upper || upper.first > run.last + 1) break;
      run.parent = merge(rootOf(upper.parent), rootOf(run.parent));
    }
  }
}

function merge(kept: Extent, other: Extent): Extent {
  if (kept === other) return kept;
  kept.left = Math.min(kept.left, other.left);
  kept.right = Math.max(kept.right, other.right);
  kept.top = Math.min(kept.top, other.top);
  kept.bottom = Math.max(kept.bottom, other.bottom);
  other.mergedInto = kept;
  return kept;
}

function rootOf(extent: Extent): Extent {
  let root = extent;
  while (root.mergedInto) root = root.mergedInto;
  // The short cut keeps combs and spirals from taking quadratic time.
  if (root !== extent) extent.mergedInto = root;
  return root;
}
