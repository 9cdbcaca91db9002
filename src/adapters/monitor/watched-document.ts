import type { Signal } from '../../domain/capture/capture.ts';
import type { MonitoredContent } from '../../domain/monitor/content.ts';

/** What is watched of a document. */
export interface WatchedContent {
  /** Why there is nothing to watch; null when there is. */
  readonly fault: 'SELECTOR_NOT_FOUND' | 'PATTERN_TOO_SLOW' | null;
  readonly content: MonitoredContent;
  readonly sha256: string;
}

/** A document as it was read; `title`, `text` and `signals` are of the whole, to judge it by. */
export interface WatchedDocument extends WatchedContent {
  readonly title: string | null;
  readonly text: string;
  readonly signals: readonly Signal[];
}

/** Where there is nothing to watch. */
export const NOTHING: WatchedContent = {
  fault: null,
  content: { title: null, lines: [], links: [], images: [], truncated: false },
  sha256: '',
};

/** Of a document that was not read. */
export const NOTHING_WATCHED: WatchedDocument = { ...NOTHING, title: null, text: '', signals: [] };
