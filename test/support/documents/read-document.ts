import { createDocumentParsers } from '../../../src/adapters/document/document-parsers.ts';
import { createImageReader } from '../../../src/adapters/image/image-reader.ts';
import { createOcrEngine } from '../../../src/adapters/ocr/ocr-engine.ts';
import { createOfficeConverter } from '../../../src/adapters/office/office-converter.ts';
import { createPdfPageReader } from '../../../src/adapters/pdf-raster/pdf-page-reader.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import type { Signal } from '../../../src/domain/capture/capture.ts';
import { type JoinedPages, joinPages } from '../../../src/domain/document/join-pages.ts';
import { documentKind } from '../../../src/domain/document/media-type.ts';
import { sniffMediaType } from '../../../src/domain/document/sniff.ts';
import { pdfPageText } from '../../../src/domain/ocr/text.ts';
import type { TestDocument } from './document.ts';

/** What reading a document gave. */
export interface Reading {
  readonly mediaType: string;
  /** An error code, or `ok`. */
  readonly outcome: string;
  readonly words: number;
  readonly signals: readonly string[];
  readonly text: string;
  readonly milliseconds: number;
}

interface Text extends JoinedPages {
  readonly signals: readonly Signal[];
}

/** The readers of every kind, as the service has them. */
export async function createDocumentReader() {
  const parsers = createDocumentParsers();
  const office = createOfficeConverter();
  const engine = await createOcrEngine({ languages: 'eng', processes: 1 });
  const images = createImageReader(engine);
  const pdfPages = createPdfPageReader(engine);
  const { signal } = new AbortController();

  const unpaged = (markdown: string, signals: readonly Signal[] = []): Text => ({
    markdown,
    pageStarts: [],
    signals,
  });
  const readPdf = async ({ bytes }: TestDocument): Promise<Text> => {
    const { pages, signals } = await parsers.pdfText(bytes, null, signal);
    const layers = pages.map((textLayer, index) => ({ number: index + 1, textLayer }));
    const reading = await pdfPages.ocr(bytes, layers, signal);
    return { ...joinPages(reading.pages.map(pdfPageText)), signals: [...signals, ...reading.signals] };
  };
  const readImage = async ({ bytes }: TestDocument): Promise<Text> => {
    const { pages, signals } = await images.read(bytes, signal);
    return { ...joinPages(pages.map(({ text }) => text)), signals };
  };
  const readText = async (document: TestDocument, mediaType: string): Promise<Text> => {
    const { text } = parsers.decodeText(document.bytes, document.label ?? null);
    if (documentKind(mediaType) === 'html') {
      const { markdown, signals } = await parsers.htmlToMarkdown(text, null, signal);
      return unpaged(markdown, signals);
    }
    if (mediaType !== 'text/csv') return unpaged(text);
    return unpaged((await office.toMarkdown(Buffer.from(text), mediaType, signal)).markdown);
  };
  const readAny = async (document: TestDocument, mediaType: string): Promise<Text> => {
    const kind = documentKind(mediaType);
    if (kind === 'unknown') throw new EvidenceError('DOCUMENT_UNSUPPORTED');
    if (kind === 'pdf') return readPdf(document);
    if (kind === 'image') return readImage(document);
    if (kind === 'office')
      return unpaged((await office.toMarkdown(document.bytes, mediaType, signal)).markdown);
    return readText(document, mediaType);
  };

  return {
    async read(document: TestDocument): Promise<Reading> {
      const { bytes, label = null, filename = null } = document;
      const mediaType = sniffMediaType(bytes, label, filename);
      const started = performance.now();
      const failed = { mediaType, words: 0, signals: [], text: '' };
      try {
        const { markdown, pageStarts, signals } = await readAny(document, mediaType);
        const milliseconds = performance.now() - started;
        const { wordCount } = await parsers.describeText({ markdown, pageStarts }, signal);
        const codes = [...new Set(signals.map(({ code }) => code))];
        return { mediaType, outcome: 'ok', words: wordCount, signals: codes, text: markdown, milliseconds };
      } catch (error) {
        if (!(error instanceof EvidenceError)) throw error;
        return { ...failed, outcome: error.code, milliseconds: performance.now() - started };
      }
    },
    async close(): Promise<void> {
      await Promise.all([parsers.close(), office.close(), images.close(), pdfPages.close()]);
      await engine.close();
    },
  };
}
