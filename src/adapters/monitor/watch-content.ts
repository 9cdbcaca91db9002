import type { Signal } from '../../domain/capture/capture.ts';
import type { MonitoredContent } from '../../domain/monitor/content.ts';
import { contentSha256 } from '../../domain/monitor/content-digest.ts';
import type { LookFilters } from '../../domain/monitor/look.ts';
import { capContent } from './cap-content.ts';
import { withoutPatterns } from './ignore-patterns.ts';

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

const NOTHING: WatchedContent = {
  fault: null,
  content: { title: null, lines: [], links: [], images: [], truncated: false },
  sha256: '',
};

/** Of a document that was not read. */
export const NOTHING_WATCHED: WatchedDocument = { ...NOTHING, title: null, text: '', signals: [] };

/**
 * Takes out what the ignore patterns match, and keeps what is within the limits.
 *
 * @param content null when the part that is to be watched is not there.
 */
export function watchContent(
  content: Omit<MonitoredContent, 'truncated'> | null,
  { ignorePatterns }: LookFilters,
): WatchedContent {
  if (content === null) return { ...NOTHING, fault: 'SELECTOR_NOT_FOUND' };
  const stripped = withoutPatterns([content.title ?? '', ...content.lines], ignorePatterns);
  if (stripped === null) return { ...NOTHING, fault: 'PATTERN_TOO_SLOW' };
  const [title, ...lines] = stripped;
  const capped = capContent({ ...content, title: title || null, lines: lines.filter((line) => line !== '') });
  return { fault: null, content: capped, sha256: contentSha256(capped) };
}
