import type { Signal } from '../capture/capture.ts';

/** A rectangle in pixels, origin at the top left. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A word as it was read. */
export interface OcrWord {
  readonly text: string;
  /** 0 to 100, an integer. */
  readonly confidence: number;
  /** In the upright page: see {@link OcrPage}. */
  readonly box: Box;
}

/**
 * What was read on one page.
 *
 * Boxes refer to the upright page: the image as its EXIF orientation shows it, its skew taken out,
 * then turned by `turnDegrees`, in the resolution in which it came.
 */
export interface OcrPage {
  /** Lines in reading order, paragraphs apart by an empty line; empty when nothing was read. */
  readonly text: string;
  readonly words: readonly OcrWord[];
  /** Mean of the words' confidences weighted by their lengths, 0 to 100, an integer; 0 without words. */
  readonly confidence: number;
  /** Height of the upright page's text lines, ascender to descender, in pixels; 0 without words. */
  readonly textHeight: number;
  readonly width: number;
  readonly height: number;
  /** Turn that made the text upright. */
  readonly turnDegrees: Turn;
  /** How far the lines were inclined clockwise, -15 to 15 in tenths; taken out before. */
  readonly skewDegrees: number;
}

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'tiff' | 'gif';

/** What an image file says of itself. */
export interface ImageFacts {
  readonly format: ImageFormat;
  /** Of the first page, EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Pages of a TIFF; 1 elsewhere: of an animation only the first frame is read. */
  readonly pages: number;
  /** Dots per inch as the file states it; null when it does not. */
  readonly dpi: number | null;
}

/** An image with the text on it. */
export interface ImageDocument {
  readonly facts: ImageFacts;
  readonly pages: readonly OcrPage[];
  /** `low_ocr_confidence` with the number of pages that have it. */
  readonly signals: readonly Signal[];
}

/** Reads text on images: PNG, JPEG, WebP, TIFF, GIF. */
export interface ImageReader {
  /**
   * @throws `IMAGE_TOO_LARGE` (pixels), `IMAGE_TOO_SMALL` (side or text height), `NO_TEXT_FOUND`,
   *   `DOCUMENT_TOO_LARGE` (pages, time, memory), `DOCUMENT_CORRUPT`, `OVERLOADED`, `DEADLINE_EXCEEDED`.
   */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<ImageDocument>;
  close(): Promise<void>;
}

/** A page of a PDF with the text that the file itself holds. */
export interface PdfTextLayer {
  /** Counted from 1. */
  readonly number: number;
  readonly textLayer: string;
}

/** Both readings of a page, kept apart. */
export interface PdfPage extends PdfTextLayer {
  /** Null where the text layer is the better reading, or nothing else is on the page. */
  readonly ocr: OcrPage | null;
}

/** Pages in the order they were given. */
export interface PdfReading {
  readonly pages: readonly PdfPage[];
  /** `low_ocr_confidence`, `page_unreadable`, `ocr_pages_skipped`, each with the number of pages. */
  readonly signals: readonly Signal[];
}

/** Reads the scanned pages of a PDF. */
export interface PdfPageReader {
  /**
   * Pages whose text layer says enough are not looked at.
   *
   * @param pages any of the document's, as `DocumentParsers.pdfText` gave them.
   * @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_LARGE`, `NO_TEXT_FOUND` when neither the
   *   text layers nor the pictures hold a word, `OVERLOADED`, `DEADLINE_EXCEEDED`.
   */
  ocr(bytes: Uint8Array, pages: readonly PdfTextLayer[], signal: AbortSignal): Promise<PdfReading>;
  close(): Promise<void>;
}
