import sharp, { type Sharp } from 'sharp';
import type { GreyImage } from './grey-image.ts';
import { letterHeightOf } from './letter-height.ts';
import { skewOf } from './skew.ts';

/** Lines are told apart at this size, and 60 angles are tried in 50 ms. */
const SKEW_SIDE = 1_000;
/** Letters of this height are read well; smaller ones are read better from a page of twice the size. */
const GOOD_LETTER_HEIGHT = 13;
const ENLARGEMENT = 2;
/** An enlarged page has at most so many pixels, so that it is read in seconds. */
const MAX_ENLARGED_PIXELS = 16_000_000;

/** A page as it is given to the reader of text: straight, with letters large enough. */
export interface PreparedPage extends GreyImage {
  /** How far the page was turned clockwise against its lines; taken out already. */
  readonly skewDegrees: number;
  /** Pixels per pixel of the page as it came: 1 or 2. */
  readonly scale: number;
}

/** Straightens a page, and enlarges it when its letters are small. */
export async function preparePage(page: GreyImage): Promise<PreparedPage> {
  const skewDegrees = skewOf(
    await greyOf(rawImage(page).resize(SKEW_SIDE, SKEW_SIDE, { fit: 'inside', withoutEnlargement: true })),
  );
  const scale = enlargementOf(page);
  if (skewDegrees === 0 && scale === 1) return { ...page, skewDegrees, scale };
  const enlarged = rawImage(page).resize({ width: page.width * scale });
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
  const hasRoom = page.width * page.height * ENLARGEMENT ** 2 <= MAX_ENLARGED_PIXELS;
  const height = hasRoom ? letterHeightOf(page) : null;
  return height !== null && height < GOOD_LETTER_HEIGHT ? ENLARGEMENT : 1;
}
