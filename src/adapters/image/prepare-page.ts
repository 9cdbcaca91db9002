import sharp, { type Sharp } from 'sharp';
import type { GreyImage } from './grey-image.ts';
import { letterHeightOf } from './letter-height.ts';
import { skewOf } from './skew.ts';

/** Lines are told apart at this size, and 60 angles are tried in 50 ms. */
const SKEW_SIDE = 1_000;
/** Letters of this height are read well; smaller ones are drawn larger first. */
const GOOD_LETTER_HEIGHT = 15;
/** Letters this small need still more. */
const TINY_LETTER_HEIGHT = 8;
/** An enlarged page has at most so many pixels, so that it is read in seconds. */
const MAX_ENLARGED_PIXELS = 16_000_000;

/** A page as it is given to the reader of text: straight, with letters large enough. */
export interface PreparedPage extends GreyImage {
  /** How far the page was turned clockwise against its lines; taken out already. */
  readonly skewDegrees: number;
  /** Pixels per pixel of the page as it came, at least 1. */
  readonly scale: number;
}

/** Straightens a page, and enlarges it when its letters are small. */
export async function preparePage(page: GreyImage): Promise<PreparedPage> {
  const skewDegrees = skewOf(
    await greyOf(rawImage(page).resize(SKEW_SIDE, SKEW_SIDE, { fit: 'inside', withoutEnlargement: true })),
  );
  const scale = enlargementOf(page);
  if (skewDegrees === 0 && scale === 1) return { ...page, skewDegrees, scale };
  const size = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
  const enlarged = rawImage(page).resize({ ...size, fit: 'fill' });
  const straight = skewDegrees === 0 ? enlarged : enlarged.rotate(-skewDegrees, { background: '#fff' });
  return { ...(await greyOf(straight)), skewDegrees, scale };
}

/** The result of an image pipeline as grey pixels; transparent parts are white. */
export async function greyOf(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

const rawImage = ({ pixels, width, height }: GreyImage): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false });

function enlargementOf(page: GreyImage): number {
  const room = Math.sqrt(MAX_ENLARGED_PIXELS / (page.width * page.height));
  if (room < 2) return 1;
  const height = letterHeightOf(page);
  if (height === null || height >= GOOD_LETTER_HEIGHT) return 1;
  return height <= TINY_LETTER_HEIGHT && room >= 3 ? 3 : 2;
}
