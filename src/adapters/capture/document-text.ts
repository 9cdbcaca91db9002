import { utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { CapturedArtifact } from '../../domain/capture/artifact.ts';
import type { PageRange, Signal } from '../../domain/capture/capture.ts';
import type { PageSnapshot } from '../../domain/capture/port.ts';
import { joinPages } from '../../domain/document/join-pages.ts';
import { documentKind } from '../../domain/document/media-type.ts';
import type { DocumentParsers } from '../../domain/document/port.ts';

/** The text of record of a document, and what reading it told. */
export interface DocumentText {
  readonly markdown: string;
  readonly mainContent: string | null;
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

const UNPAGED = { pages: null, pageStarts: [] } as const;
const TEXT_ONLY = { ...UNPAGED, mainContent: null, title: null, signals: [] } as const;

/** @throws EvidenceError `DOCUMENT_UNSUPPORTED` for a kind that cannot be read. */
export function assertReadable(mediaType: string): void {
  if (['image', 'office', 'unknown'].includes(documentKind(mediaType))) {
    throw new EvidenceError('DOCUMENT_UNSUPPORTED', undefined, { details: { media_type: mediaType } });
  }
}

/** The text of a page as the browser showed it. */
export async function readPage(
  parsers: DocumentParsers,
  page: PageSnapshot,
  signal: AbortSignal,
): Promise<DocumentText> {
  const read = await parsers.htmlToMarkdown(page.readableHtml, page.finalUrl, signal);
  const hidden = page.hiddenTextCount > 0 ? [{ code: 'hidden_text', count: page.hiddenTextCount }] : [];
  // The browser saw what is hidden and the parser only what it left over.
  const others = read.signals.filter(({ code }) => code !== 'hidden_text');
  return {
    ...UNPAGED,
    ...wellFormed({ ...read, title: page.title || read.title }),
    signals: [...hidden, ...others],
  };
}

/** The text of a document by its bytes alone. @throws EvidenceError the `DOCUMENT_*` family, `ENCODING_UNSUPPORTED`, `PAGES_OUT_OF_RANGE`. */
export async function readBytes(
  parsers: DocumentParsers,
  { bytes, mediaType, declaredMediaType, pages }: DocumentBytes,
  signal: AbortSignal,
): Promise<DocumentText> {
  switch (documentKind(mediaType)) {
    case 'pdf': {
      const read = await parsers.pdfText(bytes, pages, signal);
      const texts = read.pages.map((text) => text.toWellFormed());
      const joined = joinPages(texts, pages?.first);
      const hasText = texts.some((text) => text.trim() !== '');
      const signals = hasText ? read.signals : [...read.signals, { code: 'no_text_layer' }];
      return { ...joined, mainContent: null, title: cleanTitle(read.title), pages: texts.length, signals };
    }
    case 'html': {
      const { text } = parsers.decodeText(bytes, declaredMediaType);
      return { ...UNPAGED, ...wellFormed(await parsers.htmlToMarkdown(text, null, signal)) };
    }
    default:
      assertReadable(mediaType);
      return { ...TEXT_ONLY, markdown: parsers.decodeText(bytes, declaredMediaType).text.toWellFormed() };
  }
}

/** The text as artifacts: `content.md`, and `main.md` where the article could be told apart. */
export function buildTextArtifacts({ markdown, mainContent }: DocumentText): CapturedArtifact[] {
  const derived = {
    mediaType: 'text/markdown',
    role: 'derived',
    derivedFrom: ['source'],
    tool: 'affiant',
  } as const;
  const content = {
    ...derived,
    name: 'markdown',
    path: 'artifacts/content.md',
    bytes: utf8(markdown),
  } as const;
  if (mainContent === null) return [content];
  return [content, { ...derived, name: 'main_content', path: 'artifacts/main.md', bytes: utf8(mainContent) }];
}

/** Strings of a page may hold lone surrogates, which have no UTF-8: bytes and offsets would not agree. */
function wellFormed<T extends { markdown: string; mainContent: string | null; title: string | null }>(
  read: T,
): T {
  const mainContent = read.mainContent?.toWellFormed() ?? null;
  return { ...read, markdown: read.markdown.toWellFormed(), mainContent, title: cleanTitle(read.title) };
}

/** One line of at most 500 characters; null when nothing is left. */
const cleanTitle = (title: string | null): string | null =>
  title?.replace(/\s+/g, ' ').trim().slice(0, 500).toWellFormed() || null;
