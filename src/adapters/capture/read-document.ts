import { utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { joinPages } from '../../domain/document/join-pages.ts';
import { documentKind } from '../../domain/document/media-type.ts';
import { ocrText } from '../../domain/ocr/text.ts';
import type { DocumentReaders } from './capturer-parts.ts';
import { cleanTitle, type DocumentBytes, type DocumentText, TEXT_ALONE } from './document-text.ts';
import { readHtml } from './read-html.ts';
import { readPdf } from './read-pdf.ts';

/** @throws EvidenceError `DOCUMENT_UNSUPPORTED` for a kind that cannot be read. */
export function assertReadable(mediaType: string): void {
  if (documentKind(mediaType) === 'unknown') {
    throw new EvidenceError('DOCUMENT_UNSUPPORTED', undefined, { details: { media_type: mediaType } });
  }
}

/**
 * The text of a document by its bytes alone.
 *
 * @throws EvidenceError the `DOCUMENT_*` family, `ENCODING_UNSUPPORTED`, `PAGES_OUT_OF_RANGE`, `ARCHIVE_BOMB`,
 *   `NO_TEXT_FOUND`, `IMAGE_TOO_SMALL`, `IMAGE_TOO_LARGE`, `OVERLOADED`, `DEADLINE_EXCEEDED`.
 */
export async function readDocument(
  readers: DocumentReaders,
  document: DocumentBytes,
  signal: AbortSignal,
): Promise<DocumentText> {
  const { bytes, mediaType, declaredMediaType } = document;
  switch (documentKind(mediaType)) {
    case 'pdf':
      return readPdf(readers, document, signal);
    case 'image':
      return readImage(readers, bytes, signal);
    case 'office':
      return readOffice(readers, document, signal);
    case 'html': {
      const { text } = readers.parsers.decodeText(bytes, declaredMediaType);
      return readHtml(readers.parsers, { html: text, baseUrl: null }, signal);
    }
    default:
      assertReadable(mediaType);
      return readText(readers, document, signal);
  }
}

async function readImage(
  { images }: DocumentReaders,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<DocumentText> {
  const { pages, signals } = await images.read(bytes, signal);
  return {
    ...TEXT_ALONE,
    ...joinPages(pages.map(({ text }) => text.toWellFormed())),
    ocr: { text: ocrText(pages).toWellFormed(), from: ['source'] },
    pages: pages.length,
    signals,
  };
}

async function readOffice(
  { office }: DocumentReaders,
  { bytes, mediaType }: DocumentBytes,
  signal: AbortSignal,
): Promise<DocumentText> {
  const { markdown, title, pages } = await office.toMarkdown(bytes, mediaType, signal);
  return { ...TEXT_ALONE, markdown: markdown.toWellFormed(), title: cleanTitle(title), pages };
}

async function readText(
  { parsers, office }: DocumentReaders,
  { bytes, mediaType, declaredMediaType }: DocumentBytes,
  signal: AbortSignal,
): Promise<DocumentText> {
  const text = parsers.decodeText(bytes, declaredMediaType).text.toWellFormed();
  if (mediaType !== 'text/csv') return { ...TEXT_ALONE, markdown: text };
  const { markdown } = await office.toMarkdown(utf8(text), mediaType, signal);
  return { ...TEXT_ALONE, markdown };
}
