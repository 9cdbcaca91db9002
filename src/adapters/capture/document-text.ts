import type { PageRange, Signal } from '../../domain/capture/capture.ts';

/** What was read on pictures, apart from every other text. */
export interface PictureText {
  /** `ocr.txt`. */
  readonly text: string;
  /** Names of the artifacts that the pictures are in. */
  readonly from: readonly string[];
}

/** The text of record of a document, and what reading it told. */
export interface DocumentText {
  readonly markdown: string;
  readonly mainContent: string | null;
  /** Null when no picture was read. */
  readonly ocr: PictureText | null;
  readonly title: string | null;
  /** Pages that were read; null when not paged. */
  readonly pages: number | null;
  readonly pageStarts: readonly number[];
  readonly signals: readonly Signal[];
}

/** A document that no browser shows. */
export interface DocumentBytes {
  readonly bytes: Uint8Array;
  /** Sniffed. */
  readonly mediaType: string;
  /** As it was sent, with its charset. */
  readonly declaredMediaType: string | null;
  readonly pages: PageRange | null;
}

/** What most documents have none of. */
export const TEXT_ALONE = {
  mainContent: null,
  ocr: null,
  title: null,
  pages: null,
  pageStarts: [],
  signals: [],
} as const satisfies Omit<DocumentText, 'markdown'>;

/** One line of at most 500 characters; null when nothing is left. */
export const cleanTitle = (title: string | null): string | null =>
  title?.replace(/\s+/g, ' ').trim().slice(0, 500).toWellFormed() || null;
