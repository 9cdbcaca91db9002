import type { OcrPage, PdfPage } from './port.ts';
import { meanConfidence } from './quality.ts';

/** Letters and digits from which on a text layer is taken for the page's text. */
const ENOUGH_LETTERS = 64;
/** Words that a picture must add to what the text layer says already. */
const MIN_ADDED_WORDS = 2;
/** Surer than a guess: a line drawing reads as a few uncertain words. */
const MIN_CONFIDENCE = 50;

/** Stands between the text layer of a page and what was read on its picture. */
const OCR_MARK = '<!-- ocr -->';

/**
 * Whether a page may be a picture: its text layer is empty, a stamp on a scan, or made of characters that a
 * font without a Unicode map leaves.
 */
export const needsOcr = (textLayer: string): boolean =>
  (textLayer.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < ENOUGH_LETTERS;

/** Whether the reading of a page's picture says more than its text layer: headings and page numbers do not. */
export function addsText(ocr: OcrPage, textLayer: string): boolean {
  const known = new Set(wordsOf(textLayer));
  const added = ocr.words.filter(({ text }) => wordsOf(text).some((word) => !known.has(word)));
  const needed = known.size === 0 ? 1 : MIN_ADDED_WORDS;
  return added.length >= needed && meanConfidence(added) >= MIN_CONFIDENCE;
}

/**
 * Text of a page for `content.md`, for `joinPages`: text layer first, then what was read on the picture,
 * under a mark that Markdown readers do not show.
 */
export function pdfPageText({ textLayer, ocr }: PdfPage): string {
  if (!ocr) return textLayer;
  return textLayer.trim() === '' ? ocr.text : `${textLayer.trimEnd()}\n\n${OCR_MARK}\n\n${ocr.text}`;
}

/** `ocr.txt`: what was read on each page, pages ended by a form feed; a page that was not read is empty. */
export const ocrText = (pages: readonly (OcrPage | null)[]): string =>
  pages.map((page) => `${page?.text ? `${page.text}\n` : ''}\f`).join('');

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
