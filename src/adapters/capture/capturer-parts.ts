import type { Clock } from '../../core/clock.ts';
import type { CaptureOptions } from '../../domain/capture/capture.ts';
import type { CaptureContext, PageRenderer } from '../../domain/capture/port.ts';
import type { DocumentParsers } from '../../domain/document/port.ts';
import type { GuardedFetcher } from '../../domain/egress/port.ts';

/** What a capturer is built from. */
export interface CapturerParts {
  readonly fetcher: GuardedFetcher;
  readonly renderer: PageRenderer;
  readonly parsers: DocumentParsers;
  readonly clock: Clock;
}

/** What was asked for, and how to tell of it. */
export interface CaptureRequest {
  readonly options: CaptureOptions;
  readonly context: CaptureContext;
}
