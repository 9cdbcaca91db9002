import sharp, { type Metadata, type Sharp } from 'sharp';
import { EvidenceError } from '../../core/error.ts';
import type { ImageFacts, ImageFormat } from '../../domain/ocr/port.ts';
import type { GreyImage } from './grey-image.ts';
import { greyOf } from './prepare-page.ts';

/** An A4 page at 600 dpi has 35 million pixels, at 400 dpi 15 million. */
const MAX_PIXELS = 25_000_000;
/** The reader of text counts pixels in 16 bits. */
const MAX_SIDE = 32_767;
/** About five minutes of reading. */
const MAX_PAGES = 200;

const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'tiff', 'gif'] satisfies ImageFormat[];

// Only these loaders: libvips would also open SVG, and call for what that refers to.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Tiff', 'Nsgif'].flatMap((name) => [`VipsForeignLoad${name}Buffer`]),
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * Facts from the header of an image: nothing is decoded.
 *
 * @throws `IMAGE_TOO_LARGE` for the first page, `DOCUMENT_TOO_LARGE` for the number of pages, `DOCUMENT_CORRUPT`.
 */
export async function imageFacts(bytes: Uint8Array): Promise<ImageFacts> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, density, autoOrient } = metadata;
  if (!isReadable(format)) throw new EvidenceError('DOCUMENT_CORRUPT');
  refuseLarge(metadata);
  const pages = format === 'tiff' ? (metadata.pages ?? 1) : 1;
  if (pages > MAX_PAGES) {
    throw new EvidenceError('DOCUMENT_TOO_LARGE', undefined, { details: { pages, limit_pages: MAX_PAGES } });
  }
  const dpi = density ? Math.round(density) : null;
  return { format, width: autoOrient.width, height: autoOrient.height, pages, dpi };
}

/**
 * One page, turned as its EXIF orientation says.
 *
 * @param index from 0.
 * @throws `IMAGE_TOO_LARGE`; other errors mean that the image is damaged.
 */
export async function decodePage(bytes: Uint8Array, index: number): Promise<GreyImage> {
  refuseLarge(await openPage(bytes, index).metadata());
  return greyOf(openPage(bytes, index).autoOrient());
}

const openPage = (bytes: Uint8Array, page: number): Sharp =>
  sharp(bytes, { page, limitInputPixels: false, failOn: 'error' });

function refuseLarge({ width, height }: Metadata): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  throw new EvidenceError('IMAGE_TOO_LARGE', undefined, {
    details: { width, height, limit_pixels: MAX_PIXELS, limit_side: MAX_SIDE },
  });
}

const isReadable = (format: string): format is ImageFormat => FORMATS.includes(format);
