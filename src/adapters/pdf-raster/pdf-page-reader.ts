import { EvidenceError } from '../../core/error.ts';
import type { Signal } from '../../domain/capture/capture.ts';
import type { OcrPage, PdfPage, PdfPageReader, PdfReading, PdfTextLayer } from '../../domain/ocr/port.ts';
import { confidenceSignals } from '../../domain/ocr/quality.ts';
import { addsText, needsOcr } from '../../domain/ocr/text.ts';
import type { PreparedPage } from '../image/prepare-page.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { readInOrder } from '../ocr/read-in-order.ts';
import { createSandbox, type RunTask } from '../sandbox/sandbox.ts';
import type { OpenPdfTask, RasterTask } from './raster-child.ts';

/** About five minutes of reading; pages after them keep their text layer only. */
const MAX_OCR_PAGES = 200;

/** The picture of one page that is read. */
interface Reading {
  readonly number: number;
  /** Null when the page is empty. */
  readonly ocr: OcrPage | null;
  readonly isDamaged: boolean;
}

/**
 * Draws pages in a process of its own for each document (30 s of CPU and 1 GiB a page), and has them read by
 * `engine`, which stays the caller's to close.
 */
export function createPdfPageReader(engine: OcrEngine): PdfPageReader {
  const sandbox = createSandbox({
    script: new URL('./raster-child.ts', import.meta.url),
    args: [],
    size: 2,
    limits: { cpuMs: 30_000, memoryMb: 1_024 },
    usesPerChild: 1,
  });
  return {
    async ocr(bytes, pages, signal) {
      const pictured = pages.filter(({ textLayer }) => needsOcr(textLayer));
      const read = (page: PreparedPage) => engine.read(page, signal);
      const readings =
        pictured.length === 0
          ? []
          : await sandbox.use(signal, (run) =>
              readPages(run, { bytes, pages: pictured.slice(0, MAX_OCR_PAGES) }, read),
            );
      const skipped = Math.max(0, pictured.length - MAX_OCR_PAGES);
      return readingOf(pages, readings, skipped);
    },
    close: () => sandbox.close(),
  };
}

interface PicturedPages {
  readonly bytes: Uint8Array;
  readonly pages: readonly PdfTextLayer[];
}

/** A page that cannot be drawn must not cost the others. */
async function readPages(
  run: RunTask,
  { bytes, pages }: PicturedPages,
  read: (page: PreparedPage) => Promise<OcrPage>,
): Promise<readonly Reading[]> {
  await run({ kind: 'open', bytes } satisfies OpenPdfTask);
  return readInOrder(pages, {
    async prepare({ number, textLayer }) {
      const hasText = textLayer.trim() !== '';
      return { number, picture: await pictureOf(run, { kind: 'page', number, hasText }) };
    },
    async read({ number, picture }) {
      const ocr = picture && picture !== 'damaged' ? await read(picture) : null;
      return { number, ocr, isDamaged: picture === 'damaged' };
    },
  });
}

async function pictureOf(run: RunTask, task: RasterTask): Promise<PreparedPage | null | 'damaged'> {
  try {
    return (await run(task)) as PreparedPage | null;
  } catch (error) {
    if (error instanceof EvidenceError && error.code === 'DOCUMENT_CORRUPT') return 'damaged';
    throw error;
  }
}

/** @throws `NO_TEXT_FOUND` when no page says anything. */
function readingOf(
  layers: readonly PdfTextLayer[],
  readings: readonly Reading[],
  skipped: number,
): PdfReading {
  const pages = layers.map((layer): PdfPage => {
    const ocr = readings.find(({ number }) => number === layer.number)?.ocr ?? null;
    return { ...layer, ocr: ocr && addsText(ocr, layer.textLayer) ? ocr : null };
  });
  if (pages.every(({ textLayer, ocr }) => !ocr && textLayer.trim() === ''))
    throw new EvidenceError('NO_TEXT_FOUND');
  const damaged = readings.filter(({ isDamaged }) => isDamaged).length;
  const counts: readonly Signal[] = [
    { code: 'page_unreadable', count: damaged },
    { code: 'ocr_pages_skipped', count: skipped },
  ];
  const read = pages.flatMap(({ ocr }) => (ocr ? [ocr] : []));
  return { pages, signals: [...confidenceSignals(read), ...counts.filter(({ count }) => count)] };
}
