import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../core/canonical-json.ts';
import type { MonitoredContent } from './content.ts';
import { comparableText, comparableTitle } from './noise.ts';

/**
 * SHA-256, in hex, of the canonical JSON of what counts in a content: title, lines, links and images without noise,
 * each list sorted, because order does not count. Who has the content can compute it again, so that a row of equal
 * digests shows that the page still said the same.
 */
export function contentSha256({ title, lines, links, images }: MonitoredContent): string {
  const counting = {
    title: title === null ? null : comparableTitle(title),
    lines: lines.flatMap((line) => comparableText(line) ?? []).sort(),
    links: links.toSorted(),
    images: images.toSorted(),
  };
  return createHash('sha256').update(canonicalBytes(counting)).digest('hex');
}
