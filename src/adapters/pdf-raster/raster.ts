import { createRequire } from 'node:module';
import path from 'node:path';
import { PasswordException, PDFParse } from 'pdf-parse';
import sharp from 'sharp';
import { EvidenceError } from '../../core/error.ts';
import type { PdfPage } from '../document/pdf/pdf-document.ts';
import { paintsPicture } from '../document/pdf/pictures.ts';
import type { GreyImage } from '../image/grey-image.ts';
import { inkMask } from '../image/ink.ts';
import { greyOf, type PreparedPage, preparePage } from '../image/prepare-page.ts';

/** pdf.js' `AnnotationMode.DISABLE`. */
const WITHOUT_ANNOTATIONS = 0;
const DOTS_PER_INCH = 200;
/** PDF's unit of length is 1/72 inch. */
const POINTS_PER_INCH = 72;
/** A3 at 200 dpi has 7.7 million pixels; posters are drawn with fewer dots an inch. */
const MAX_PIXELS = 12_000_000;
/** The reader of text counts pixels in 16 bits. */
const MAX_SIDE = 32_767;
/** A page with less ink than a few letters is empty. */
const MIN_INK_PIXELS = 200;

/** A PDF whose pages can be drawn. */
export interface PdfRaster {
  /**
   * One page as a picture, ready to be read; null when nothing is on it that its text layer does not say.
   *
   * @param number from 1.
   * @param hasText the page has a text layer: then only a page with pictures may say more.
   */
  page(number: number, hasText: boolean): Promise<PreparedPage | null>;
}

/** @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`. */
export async function openPdf(bytes: Uint8Array): Promise<PdfRaster> {
  const pdf = new PDFParse({ data: bytes, ...RESOURCES, ...SAFE_OPTIONS });
  const document = await (pdf as unknown as Loader).load().catch((cause: unknown) => {
    const code = cause instanceof PasswordException ? 'DOCUMENT_ENCRYPTED' : 'DOCUMENT_CORRUPT';
    throw new EvidenceError(code, undefined, { cause });
  });
  return {
    async page(number, hasText) {
      const page = await document.getPage(number);
      if (hasText && !(await showsPicture(page))) return null;
      const picture = await draw(page, document.canvasFactory);
      return hasInk(picture) ? preparePage(picture) : null;
    },
  };
}

/** pdf-parse 2.4.5, pinned, keeps pdf.js' document behind a method that it calls `private`. */
interface Loader {
  load(): Promise<{
    readonly canvasFactory: CanvasFactory;
    getPage(page: number): Promise<DrawablePage>;
  }>;
}

interface DrawablePage extends PdfPage {
  getViewport(options: { readonly scale: number }): Viewport;
  render(target: object): { readonly promise: Promise<void> };
}

interface Viewport {
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  /** `data()`: red, green, blue, alpha, row by row, without a copy. */
  readonly canvas: Viewport & { data(): Buffer };
  readonly context: unknown;
}

interface CanvasFactory {
  create(width: number, height: number): Drawing;
  destroy(drawing: Drawing): void;
}

const packages = path.dirname(
  createRequire(createRequire(import.meta.url).resolve('pdf-parse')).resolve('pdfjs-dist/package.json'),
);
/** Fonts that a document names but does not hold, and the decoder of JPEG 2000. */
const RESOURCES = {
  cMapUrl: `${path.join(packages, 'cmaps')}/`,
  cMapPacked: true,
  standardFontDataUrl: `${path.join(packages, 'standard_fonts')}/`,
  wasmUrl: `${path.join(packages, 'wasm')}/`,
};
/** No code from the document, no fonts of this machine; pictures beyond the cap are left out by pdf.js. */
const SAFE_OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  useSystemFonts: false,
  disableFontFace: true,
  maxImageSize: 64_000_000,
};

const showsPicture = async (page: DrawablePage): Promise<boolean> =>
  paintsPicture(await page.getOperatorList({ annotationMode: WITHOUT_ANNOTATIONS }));

/** Not by pdf-parse's `getScreenshot`, which packs the pixels as PNG: that takes longer than all the rest. */
async function draw(page: DrawablePage, factory: CanvasFactory): Promise<GreyImage> {
  const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 })) });
  const drawing = factory.create(viewport.width, viewport.height);
  try {
    const { canvas, context: canvasContext } = drawing;
    await page.render({ canvas, canvasContext, viewport }).promise;
    const { width, height } = canvas;
    const raw = { width, height, channels: 4 } as const;
    return await greyOf(sharp(canvas.data(), { raw, limitInputPixels: false }));
  } finally {
    page.cleanup();
    factory.destroy(drawing);
  }
}

const scaleOf = ({ width, height }: Viewport): number =>
  Math.min(
    DOTS_PER_INCH / POINTS_PER_INCH,
    Math.sqrt(MAX_PIXELS / (width * height)),
    MAX_SIDE / Math.max(width, height),
  );

function hasInk(page: GreyImage): boolean {
  let ink = 0;
  for (const value of inkMask(page)) {
    ink += value;
    if (ink >= MIN_INK_PIXELS) return true;
  }
  return false;
}
