import type { MonitoredContent } from '../../domain/monitor/content.ts';
import { contentSha256 } from '../../domain/monitor/content-digest.ts';
import type { LookFilters } from '../../domain/monitor/look.ts';
import { capContent } from './cap-content.ts';
import { withoutPatterns } from './ignore-patterns.ts';
import { NOTHING, type WatchedContent } from './watched-document.ts';

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
