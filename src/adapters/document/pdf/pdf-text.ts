import { EvidenceError } from '../../../core/error.ts';
import type { PageRange } from '../../../domain/capture/capture.ts';
import { type PageText, pageText } from './page-text.ts';
import { openPdf, type PdfDocument } from './pdf-document.ts';

/** Pages of a document that is read at all. */
const MAX_PAGES = 2_000;
/** Longer titles are cut: the field holds whatever its maker put there. */
const MAX_TITLE = 1_000;

/** Text of a PDF; a page that could not be read is empty and counted. */
export interface PdfText {
  readonly pages: readonly string[];
  readonly title: string | null;
  readonly totalPages: number;
  readonly unreadablePages: number;
  /** Pieces of text that nobody sees, and that are no part of `pages`. */
  readonly hiddenTexts: number;
}

/**
 * Text of each page.
 *
 * @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT` when no page can be read, `DOCUMENT_TOO_LARGE` for too
 *   many pages, `PAGES_OUT_OF_RANGE` when `range` begins behind the last one.
 */
export async function pdfText(bytes: Uint8Array, range: PageRange | null): Promise<PdfText> {
  const document = await openPdf(bytes);
  try {
    const totalPages = document.numPages;
    if (totalPages > MAX_PAGES) {
      throw new EvidenceError('DOCUMENT_TOO_LARGE', undefined, { details: { limit_pages: MAX_PAGES } });
    }
    const texts = await readPages(document, sliceOf(range, totalPages));
    const unreadablePages = texts.filter((text) => text === null).length;
    if (unreadablePages === texts.length) throw new EvidenceError('DOCUMENT_CORRUPT');
    const pages = texts.map((page) => (page ? tidy(page.text) : ''));
    const hiddenTexts = texts.reduce((sum, page) => sum + (page?.hiddenTexts ?? 0), 0);
    return { pages, title: titleOf(document), totalPages, unreadablePages, hiddenTexts };
  } finally {
    await document.close();
  }
}

/** The part of `range` that exists. */
function sliceOf(range: PageRange | null, totalPages: number): PageRange {
  if (!range) return { first: 1, last: totalPages };
  if (range.first > totalPages) {
    throw new EvidenceError('PAGES_OUT_OF_RANGE', undefined, { details: { pages: totalPages } });
  }
  return { first: range.first, last: Math.min(range.last, totalPages) };
}

/** One page at a time: a damaged page must not cost the others. `null` stands for it. */
async function readPages(
  document: PdfDocument,
  { first, last }: PageRange,
): Promise<readonly (PageText | null)[]> {
  const texts: (PageText | null)[] = [];
  for (let page = first; page <= last; page += 1) {
    try {
      texts.push(await pageText(document, page));
    } catch {
      texts.push(null);
    }
  }
  return texts;
}

/** Lines as the page has them; without control characters and without blanks at their ends. */
const tidy = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: fonts without a Unicode map yield them
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();

function titleOf({ title }: PdfDocument): string | null {
  if (typeof title !== 'string') return null;
  return title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE).toWellFormed() || null;
}
