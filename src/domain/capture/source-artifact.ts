import { OFFICE_TYPES } from '../document/media-type.ts';
import type { CapturedArtifact } from './artifact.ts';

/** Extension by sniffed media type. The caller's file name never becomes part of a path. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'xhtml'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
  ['application/json', 'json'],
  ['message/rfc822', 'eml'],
  ['image/svg+xml', 'svg'],
  ['application/pdf', 'pdf'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
  ['image/tiff', 'tiff'],
  ['image/gif', 'gif'],
  ...Object.entries(OFFICE_TYPES).map(([extension, type]) => [type, extension] as const),
]);

/** The bytes as they were received. @see evidence-format.md 1 */
export const buildSourceArtifact = (
  kind: 'url' | 'upload',
  mediaType: string,
  bytes: Uint8Array,
): CapturedArtifact => ({
  name: 'source',
  path: `artifacts/source/${kind === 'url' ? 'body' : 'upload'}.${EXTENSIONS.get(mediaType) ?? 'bin'}`,
  mediaType,
  role: 'original',
  derivedFrom: [],
  tool: 'affiant',
  bytes,
});
