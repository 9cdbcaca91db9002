import type { PageRange, Signal } from '../capture/capture.ts';
import type { JoinedPages } from './join-pages.ts';

/** HTML turned into Markdown. */
export interface MarkdownDocument {
  /** All text of the document: what is searched and cited. Ends with one LF. */
  readonly markdown: string;
  /** The article alone, when a main part could be told apart. */
  readonly mainContent: string | null;
  readonly title: string | null;
  /** `hidden_text` (elements left out), `invisible_characters` (kept). */
  readonly signals: readonly Signal[];
}

/** Text of a paged document. */
export interface PagedText {
  /** One text per page of the slice. */
  readonly pages: readonly string[];
  readonly title: string | null;
  /** Pages of the whole document. */
  readonly totalPages: number;
  /**
   * `page_unreadable` (damaged pages, given as empty text), `hidden_text` (pieces that nobody sees, left out),
   * `invisible_characters` (kept).
   */
  readonly signals: readonly Signal[];
}

/** What can be told of any text. */
export interface TextFacts {
  readonly wordCount: number;
  /** ISO 639-1 code, null when unsure. */
  readonly language: string | null;
}

/** Decodes bytes of text by the WHATWG order: BOM, declared charset, meta prescan, then a guess. */
export interface DecodedText {
  readonly text: string;
  /** WHATWG name, e.g. `utf-8`, `windows-1252`. */
  readonly encoding: string;
  readonly confidence: 'bom' | 'declared' | 'meta' | 'guess';
}

/** Parsers of hostile bytes. Each runs in a worker with a memory cap and a deadline; a killed one is a 422. */
export interface DocumentParsers {
  /** @param baseUrl for links; null keeps them as they are. @throws `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_LARGE`. */
  htmlToMarkdown(html: string, baseUrl: string | null, signal: AbortSignal): Promise<MarkdownDocument>;
  /** @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`, `PAGES_OUT_OF_RANGE`, `DOCUMENT_TOO_LARGE`. */
  pdfText(bytes: Uint8Array, pages: PageRange | null, signal: AbortSignal): Promise<PagedText>;
  /** @throws `ENCODING_UNSUPPORTED` when the declared charset does not exist or the bytes are not text. */
  decodeText(bytes: Uint8Array, declaredMediaType: string | null): DecodedText;
  /**
   * Counts words and tells the language, in a worker: both take too long for the event loop. The marks
   * between pages are none of the words.
   */
  describeText(text: JoinedPages, signal: AbortSignal): Promise<TextFacts>;
  readonly versions: { readonly pdf: string };
  close(): Promise<void>;
}
