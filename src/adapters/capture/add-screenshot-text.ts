import { EvidenceError } from '../../core/error.ts';
import { countSignals } from '../../domain/capture/count-signals.ts';
import { tileName } from '../../domain/capture/page-artifacts.ts';
import type { PageSnapshot } from '../../domain/capture/port.ts';
import type { OcrPage } from '../../domain/ocr/port.ts';
import { ocrText } from '../../domain/ocr/text.ts';
import type { CaptureRequest, DocumentReaders } from './capturer-parts.ts';
import type { DocumentText } from './document-text.ts';

/** A page is evidence whatever its pictures say: these faults leave a tile without text. */
const TILE_FAULTS = new Set([
  ...['NO_TEXT_FOUND', 'IMAGE_TOO_SMALL', 'IMAGE_TOO_LARGE', 'DOCUMENT_TOO_LARGE', 'DOCUMENT_CORRUPT'],
]);

/** A page, and its text so far. */
interface PageText {
  readonly text: DocumentText;
  /** Null when no browser took part. */
  readonly page: PageSnapshot | null;
}

/**
 * Where `ocr` was asked for, the text with what is read on the screenshots of the page: words that are drawn
 * in pictures stand nowhere else. Signals `ocr_unread` and `low_ocr_confidence` count tiles.
 *
 * @throws EvidenceError `OVERLOADED`, `DEADLINE_EXCEEDED`.
 */
export async function addScreenshotText(
  { images }: DocumentReaders,
  { text, page }: PageText,
  { options, context }: CaptureRequest,
): Promise<DocumentText> {
  if (!page || !options.include.has('ocr')) return text;
  context.progress(85, 'reading screenshots');
  const tiles: (OcrPage | null)[] = [];
  let lowTiles = 0;
  for (const png of page.screenshots) {
    const read = await images.read(png, context.signal).catch(ignoreTileFault);
    tiles.push(read?.pages[0] ?? null);
    lowTiles += read?.signals.length ?? 0;
  }
  const unreadTiles = tiles.filter((tile) => tile === null).length;
  const signals = countSignals({ ocr_unread: unreadTiles, low_ocr_confidence: lowTiles });
  const from = tiles.map((_, index) => tileName(index).name);
  return {
    ...text,
    ocr: { text: ocrText(tiles).toWellFormed(), from },
    signals: [...text.signals, ...signals],
  };
}

function ignoreTileFault(error: unknown): null {
  if (error instanceof EvidenceError && TILE_FAULTS.has(error.code)) return null;
  throw error;
}
