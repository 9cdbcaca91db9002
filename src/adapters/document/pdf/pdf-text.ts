import { createRequire } from 'node:module';
import path from 'node:path';
import { type PDFParse as Parser, PasswordException, PDFParse } from 'pdf-parse';
import { EvidenceError } from '../../../core/error.ts';
import type { PageRange } from '../../../domain/capture/capture.ts';

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
}

/**
 * Text of each page, in the order in which the page draws it.
 *
 * @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT` when no page can be read, `DOCUMENT_TOO_LARGE` for too
 *   many pages, `PAGES_OUT_OF_RANGE` when `range` begins behind the last one.
 */
export async function pdfText(bytes: Uint8Array, range: PageRange | null): Promise<PdfText> {
  const parser = new PDFParse({ data: bytes, ...RESOURCES, ...SAFE_OPTIONS });
  try {
    const { total, info } = await openDocument(parser);
    const { first, last } = sliceOf(range, total);
    const texts = await readPages(parser, first, last);
    const unreadablePages = texts.filter((text) => text === null).length;
    if (unreadablePages === texts.length) throw new EvidenceError('DOCUMENT_CORRUPT');
    const pages = texts.map((text) => text ?? '');
    return { pages, title: titleOf(info), totalPages: total, unreadablePages };
  } finally {
    await parser.destroy();
  }
}

/** Character maps for fonts that name an encoding instead of embedding one; without them CJK text is lost. */
const fonts = path.dirname(
  createRequire(createRequire(import.meta.url).resolve('pdf-parse')).resolve('pdfjs-dist/package.json'),
);
const RESOURCES = {
  cMapUrl: `${path.join(fonts, 'cmaps')}/`,
  cMapPacked: true,
  standardFontDataUrl: `${path.join(fonts, 'standard_fonts')}/`,
};
/** No code from the document, no fonts of this machine: the same text everywhere. */
const SAFE_OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  useSystemFonts: false,
  disableFontFace: true,
};

async function openDocument(parser: Parser) {
  try {
    const document = await parser.getInfo();
    if (document.total > MAX_PAGES) {
      throw new EvidenceError('DOCUMENT_TOO_LARGE', undefined, { details: { limit_pages: MAX_PAGES } });
    }
    return document;
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    throw new EvidenceError(isPassword(cause) ? 'DOCUMENT_ENCRYPTED' : 'DOCUMENT_CORRUPT', undefined, {
      cause,
    });
  }
}

const isPassword = (error: unknown): boolean => error instanceof PasswordException;

/** The part of `range` that exists. */
function sliceOf(range: PageRange | null, totalPages: number): PageRange {
  if (!range) return { first: 1, last: totalPages };
  if (range.first > totalPages) {
    throw new EvidenceError('PAGES_OUT_OF_RANGE', undefined, { details: { pages: totalPages } });
  }
  return { first: range.first, last: Math.min(range.last, totalPages) };
}

/** One page at a time: a damaged page must not cost the others. `null` stands for it. */
async function readPages(parser: Parser, first: number, last: number): Promise<readonly (string | null)[]> {
  const texts: (string | null)[] = [];
  for (let page = first; page <= last; page += 1) {
    try {
      const { pages } = await parser.getText({ partial: [page], pageJoiner: '' });
      texts.push(tidy(pages[0]?.text ?? ''));
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

function titleOf(info: unknown): string | null {
  const title = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : null;
  if (typeof title !== 'string') return null;
  return title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE).toWellFormed() || null;
}
