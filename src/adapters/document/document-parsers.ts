import type { DocumentParsers } from '../../domain/document/port.ts';
import { createHtmlParser } from './html/html-parser.ts';
import { createPdfParser } from './pdf/pdf-parser.ts';
import { decodeText } from './text/decode-text.ts';
import { createTextDescriber } from './text/text-describer.ts';

/** Parsers of hostile bytes, each kind in worker threads of its own. Threads start when they are needed. */
export function createDocumentParsers(): DocumentParsers {
  const html = createHtmlParser();
  const pdf = createPdfParser();
  const text = createTextDescriber();
  return {
    htmlToMarkdown: html.htmlToMarkdown,
    pdfText: pdf.pdfText,
    decodeText,
    describeText: text.describeText,
    versions: { pdf: pdf.version },
    async close() {
      await Promise.all([html.close(), pdf.close(), text.close()]);
    },
  };
}
