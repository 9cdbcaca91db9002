import type { GreyImage } from './grey-image.ts';

/** Half the side of the neighbourhood that a pixel is compared with: wider than a stroke, narrower than a shadow. */
const RADIUS = 15;
/** Ink is darker than this part of its neighbourhood's mean. */
const DARKER = 0.85;
/** Pages of a lower mean are light text on a dark ground. */
const DARK_PAGE_MEAN = 100;

/**
 * One byte a pixel, 1 where it is darker than its neighbourhood (lighter, on a dark page): the strokes of text
 * in even and uneven light.
 *
 * @see Bradley and Roth, Adaptive Thresholding Using the Integral Image, 2007
 */
export function inkMask(image: GreyImage): Uint8Array {
  const { width, height } = image;
  const pixels = isDark(image) ? image.pixels.map((value) => 255 - value) : image.pixels;
  const mask = new Uint8Array(pixels.length);
  const columnSums = new Uint32Array(width);
  for (let row = 0; row < Math.min(RADIUS, height); row += 1) addRow(columnSums, pixels, row * width);
  for (let row = 0; row < height; row += 1) {
    if (row + RADIUS < height) addRow(columnSums, pixels, (row + RADIUS) * width);
    if (row - RADIUS > 0) subtractRow(columnSums, pixels, (row - RADIUS - 1) * width);
    const rows = Math.min(height - 1, row + RADIUS) - Math.max(0, row - RADIUS) + 1;
    markRow({ mask, pixels, columnSums, start: row * width, rows });
  }
  return mask;
}

interface Row {
  readonly mask: Uint8Array;
  readonly pixels: Uint8Array;
  /** Sums over the rows of the neighbourhood, one a column. */
  readonly columnSums: Uint32Array;
  readonly start: number;
  readonly rows: number;
}

/** Slides a window over the column sums: each pixel costs the same whatever the radius. */
function markRow({ mask, pixels, columnSums, start, rows }: Row): void {
  const width = columnSums.length;
  let sum = 0;
  for (let column = 0; column < Math.min(RADIUS, width); column += 1) sum += columnSums[column] ?? 0;
  for (let column = 0; column < width; column += 1) {
    if (column + RADIUS < width) sum += columnSums[column + RADIUS] ?? 0;
    if (column - RADIUS > 0) sum -= columnSums[column - RADIUS - 1] ?? 0;
    const columns = Math.min(width - 1, column + RADIUS) - Math.max(0, column - RADIUS) + 1;
    const mean = sum / (rows * columns);
    if ((pixels[start + column] ?? 0) < DARKER * mean) mask[start + column] = 1;
  }
}

function addRow(sums: Uint32Array, pixels: Uint8Array, start: number): void {
  for (let column = 0; column < sums.length; column += 1)
    sums[column] = (sums[column] ?? 0) + (pixels[start + column] ?? 0);
}

function subtractRow(sums: Uint32Array, pixels: Uint8Array, start: number): void {
  for (let column = 0; column < sums.length; column += 1)
    sums[column] = (sums[column] ?? 0) - (pixels[start + column] ?? 0);
}

function isDark({ pixels }: GreyImage): boolean {
  let sum = 0;
  for (let index = 0; index < pixels.length; index += 1) sum += pixels[index] ?? 0;
  return sum < DARK_PAGE_MEAN * pixels.length;
}
