import type { DocumentFacts } from '../../domain/capture/capture.ts';
import type { DocumentParsers } from '../../domain/document/port.ts';
import type { DocumentText } from './document-text.ts';

/** A document that was read. */
interface ReadDocument {
  /** Sniffed. */
  readonly mediaType: string;
  readonly text: DocumentText;
}

/** What a reader wants to know of the document itself. @throws EvidenceError `OVERLOADED`, `DEADLINE_EXCEEDED`. */
export async function describeDocument(
  parsers: DocumentParsers,
  { mediaType, text }: ReadDocument,
  signal: AbortSignal,
): Promise<DocumentFacts> {
  const { language, wordCount } = await parsers.describeText(text, signal);
  return {
    title: text.title,
    media_type: mediaType,
    pages: text.pages,
    language,
    word_count: wordCount,
  };
}
