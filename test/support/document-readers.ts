import type { DocumentReaders } from '../../src/adapters/capture/capturer-parts.ts';
import { createDocumentParsers } from '../../src/adapters/document/document-parsers.ts';
import { createImageReader } from '../../src/adapters/image/image-reader.ts';
import { createOcrEngine } from '../../src/adapters/ocr/ocr-engine.ts';
import { createOfficeConverter } from '../../src/adapters/office/office-converter.ts';
import { createPdfPageReader } from '../../src/adapters/pdf-raster/pdf-page-reader.ts';

/** The readers of every kind of document, as the service has them. */
export async function startDocumentReaders(): Promise<DocumentReaders & { close(): Promise<void> }> {
  const engine = await createOcrEngine({ languages: 'eng', processes: 1 });
  const parsers = createDocumentParsers();
  const office = createOfficeConverter();
  const images = createImageReader(engine);
  const pdfPages = createPdfPageReader(engine);
  return {
    ...{ parsers, office, images, pdfPages, ocrVersion: engine.version },
    async close() {
      await Promise.all([parsers.close(), office.close(), images.close(), pdfPages.close()]);
      await engine.close();
    },
  };
}
