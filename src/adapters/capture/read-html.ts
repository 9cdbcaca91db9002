import type { PageSnapshot } from '../../domain/capture/port.ts';
import type { DocumentParsers } from '../../domain/document/port.ts';
import { cleanTitle, type DocumentText, TEXT_ALONE } from './document-text.ts';

/** HTML as text, and what its links are relative to. */
interface HtmlText {
  readonly html: string;
  /** Null keeps links as they are. */
  readonly baseUrl: string | null;
}

/** The text of HTML. @throws EvidenceError `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_LARGE`. */
export async function readHtml(
  parsers: DocumentParsers,
  { html, baseUrl }: HtmlText,
  signal: AbortSignal,
): Promise<DocumentText> {
  const { markdown, mainContent, title, signals } = await parsers.htmlToMarkdown(html, baseUrl, signal);
  // Strings of a page may hold lone surrogates, which have no UTF-8: bytes and offsets would not agree.
  return {
    ...TEXT_ALONE,
    markdown: markdown.toWellFormed(),
    mainContent: mainContent?.toWellFormed() ?? null,
    title: cleanTitle(title),
    signals,
  };
}

/** The text of a page as the browser showed it. @throws EvidenceError as {@link readHtml} does. */
export async function readPage(
  parsers: DocumentParsers,
  page: PageSnapshot,
  signal: AbortSignal,
): Promise<DocumentText> {
  const read = await readHtml(parsers, { html: page.readableHtml, baseUrl: page.finalUrl }, signal);
  const hidden = page.hiddenTextCount > 0 ? [{ code: 'hidden_text', count: page.hiddenTextCount }] : [];
  // The browser saw what is hidden and the parser only what it left over.
  const others = read.signals.filter(({ code }) => code !== 'hidden_text');
  return { ...read, title: cleanTitle(page.title) ?? read.title, signals: [...hidden, ...others] };
}
