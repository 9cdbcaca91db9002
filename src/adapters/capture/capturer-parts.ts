import type { Clock } from '../../core/clock.ts';
import type { CaptureOptions } from '../../domain/capture/capture.ts';
import type { CaptureContext, PageRenderer } from '../../domain/capture/port.ts';
import type { DocumentParsers } from '../../domain/document/port.ts';
import type { GuardedFetcher } from '../../domain/egress/port.ts';
import type { ImageReader, PdfPageReader } from '../../domain/ocr/port.ts';
import type { OfficeConverter } from '../../domain/office/port.ts';

/** What reads documents by their bytes. */
export interface DocumentReaders {
  readonly parsers: DocumentParsers;
  readonly office: OfficeConverter;
  readonly images: ImageReader;
  readonly pdfPages: PdfPageReader;
  /** What reads text on pictures, e.g. `tesseract.js/7.0.0 (eng+deu)`. */
  readonly ocrVersion: string;
}

/** What a capturer is built from. */
export interface CapturerParts extends DocumentReaders {
  readonly fetcher: GuardedFetcher;
  readonly renderer: PageRenderer;
  readonly clock: Clock;
}

/** What was asked for, and how to tell of it. */
export interface CaptureRequest {
  readonly options: CaptureOptions;
  readonly context: CaptureContext;
}
