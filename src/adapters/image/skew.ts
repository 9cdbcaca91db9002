import type { GreyImage } from './grey-image.ts';
import { inkMask } from './ink.ts';

/** Larger angles are not told apart from slanted drawings. */
const MAX_DEGREES = 15;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.1;
/** Ink points looked at: more do not move the maximum, but cost time for each angle. */
const MAX_POINTS = 20_000;
/** Points that the many coarse angles are tried on: fewer may prefer a wrong one. */
const MAX_COARSE_POINTS = 5_000;
/** How much sharper the lines must stand out at the angle than they do unturned, or no angle is reported. */
const MIN_GAIN = 1.2;
/** Smaller angles do not disturb the reading of lines. */
const MIN_DEGREES = 0.7;

/**
 * By how many degrees a page is turned clockwise against its lines of text, between -15 and 15; 0 when no
 * angle stands out. Lines may run across or down the page: sideways pages have the same skew.
 *
 * The ink is projected along each angle in question: along the true one, lines and the gaps between them
 * fall apart into peaks and valleys.
 *
 * @param image about 1,000 pixels wide: enough to see lines.
 */
export function skewOf(image: GreyImage): number {
  const points = inkPoints(image);
  const coarseSharpnessOf = measureOf(thinned(points, MAX_COARSE_POINTS), image);
  const sharpnessOf = measureOf(points, image);
  const coarse = sharpestOf(anglesAround(0, MAX_DEGREES, COARSE_STEP), coarseSharpnessOf);
  const { angle, value } = sharpestOf(anglesAround(coarse.angle, COARSE_STEP, FINE_STEP), sharpnessOf);
  const isClear = Math.abs(angle) >= MIN_DEGREES && value > MIN_GAIN * sharpnessOf(0);
  return isClear ? angle : 0;
}

interface Points {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
}

function inkPoints(image: GreyImage): Points {
  const mask = inkMask(image);
  const total = mask.reduce((sum, value) => sum + value, 0);
  const stride = Math.max(1, Math.ceil(total / MAX_POINTS));
  const xs = new Float32Array(Math.ceil(total / stride));
  const ys = new Float32Array(xs.length);
  let seen = 0;
  for (let index = 0; index < mask.length; index += 1) {
    if (!mask[index]) continue;
    if (seen % stride === 0) {
      xs[seen / stride] = index % image.width;
      ys[seen / stride] = Math.floor(index / image.width);
    }
    seen += 1;
  }
  return { xs, ys };
}

function thinned({ xs, ys }: Points, count: number): Points {
  const stride = Math.max(1, Math.ceil(xs.length / count));
  const isKept = (_: number, index: number): boolean => index % stride === 0;
  return { xs: xs.filter(isKept), ys: ys.filter(isKept) };
}

/** How sharply lines stand out that run at an angle across the page, or down it. */
const measureOf =
  (points: Points, image: GreyImage) =>
  (degrees: number): number =>
    Math.max(sharpness(points, degrees, image), sharpness(points, degrees + 90, image));

/** Sum of the squared steps of the profile across lines that run at `degrees`. */
function sharpness({ xs, ys }: Points, degrees: number, { width, height }: GreyImage): number {
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const reach = width + height;
  const profile = new Uint32Array(2 * reach);
  for (let index = 0; index < xs.length; index += 1) {
    const bin = reach + Math.round((ys[index] ?? 0) * cos - (xs[index] ?? 0) * sin);
    profile[bin] = (profile[bin] ?? 0) + 1;
  }
  let sum = 0;
  for (let bin = 1; bin < profile.length; bin += 1)
    sum += ((profile[bin] ?? 0) - (profile[bin - 1] ?? 0)) ** 2;
  return sum;
}

function anglesAround(centre: number, reach: number, step: number): readonly number[] {
  const steps = Math.round(reach / step);
  const angles = Array.from({ length: 2 * steps + 1 }, (_, index) => centre + (index - steps) * step);
  return angles.map((angle) => Math.round(angle * 10) / 10).filter((angle) => Math.abs(angle) <= MAX_DEGREES);
}

function sharpestOf(angles: readonly number[], measure: (angle: number) => number) {
  const measured = angles.map((angle) => ({ angle, value: measure(angle) }));
  return measured.reduce((best, next) => (next.value > best.value ? next : best));
}
