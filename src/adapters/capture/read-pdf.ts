import { EvidenceError } from '../../core/error.ts';
import type { Signal } from '../../domain/capture/capture.ts';
import { countSignals } from '../../domain/capture/count-signals.ts';
import { joinPages } from '../../domain/document/join-pages.ts';
import type { PdfReading, PdfTextLayer } from '../../domain/ocr/port.ts';
import { ocrText, pdfPageText } from '../../domain/ocr/text.ts';
import type { DocumentReaders } from './capturer-parts.ts';
import { cleanTitle, type DocumentBytes, type DocumentText } from './document-text.ts';

/** What the pictures of a document may fail with while its text layers are there. */
const PICTURE_FAULTS = new Set(['DOCUMENT_TOO_LARGE', 'DOCUMENT_CORRUPT', 'DOCUMENT_ENCRYPTED']);

/**
 * Text layers, and what is read on the pictures of the pages that have none or little.
 *
 * @throws EvidenceError `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_LARGE`, `PAGES_OUT_OF_RANGE`,
 *   `NO_TEXT_FOUND`, `OVERLOADED`, `DEADLINE_EXCEEDED`.
 */
export async function readPdf(
  { parsers, pdfPages }: DocumentReaders,
  { bytes, pages: range }: DocumentBytes,
  signal: AbortSignal,
): Promise<DocumentText> {
  const first = range?.first ?? 1;
  const read = await parsers.pdfText(bytes, range, signal);
  const layers = read.pages.map((text, index) => ({ number: first + index, textLayer: text.toWellFormed() }));
  const { pages, signals } = await pdfPages
    .ocr(bytes, layers, signal)
    .catch((error: unknown) => withoutPictures(layers, error));
  const pictures = pages.map(({ ocr }) => ocr);
  const pictured = pictures.filter((ocr) => ocr !== null).length;
  return {
    ...joinPages(pages.map(pdfPageText), first),
    mainContent: null,
    ocr: pictured > 0 ? { text: ocrText(pictures).toWellFormed(), from: ['source'] } : null,
    title: cleanTitle(read.title),
    pages: pages.length,
    signals: [...uniteSignals(read.signals, signals), ...countSignals({ ocr_pages: pictured })],
  };
}

/** A picture that takes too much must not cost the text that is there without it. */
function withoutPictures(layers: readonly PdfTextLayer[], error: unknown): PdfReading {
  const hasText = layers.some(({ textLayer }) => textLayer.trim() !== '');
  if (!hasText || !(error instanceof EvidenceError) || !PICTURE_FAULTS.has(error.code)) throw error;
  return { pages: layers.map((layer) => ({ ...layer, ocr: null })), signals: [{ code: 'ocr_failed' }] };
}

/** Both readings notice the same damaged pages: they are counted once. */
function uniteSignals(own: readonly Signal[], others: readonly Signal[]): readonly Signal[] {
  const byCode = new Map(own.map((signal) => [signal.code, signal]));
  for (const other of others) {
    const known = byCode.get(other.code);
    if ((known?.count ?? -1) < (other.count ?? 0)) byCode.set(other.code, other);
  }
  return [...byCode.values()];
}
