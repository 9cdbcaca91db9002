import { utf8 } from '../../core/bytes.ts';
import type { CapturedArtifact } from './artifact.ts';
import type { CaptureOptions } from './capture.ts';
import type { PageSnapshot } from './port.ts';

/**
 * What a browser made of a page, as artifacts.
 *
 * @param tool e.g. `chromium/156.0.8078.79`.
 * @see evidence-format.md 1, design.md 4.13 (names)
 */
export function buildPageArtifacts(
  page: PageSnapshot,
  include: CaptureOptions['include'],
  tool: string,
): CapturedArtifact[] {
  const rendered = { role: 'original', derivedFrom: ['source'], tool } as const;
  const tiles = page.screenshots.map((bytes, index) => ({
    ...rendered,
    ...tileName(index),
    mediaType: 'image/png',
    bytes,
  }));
  const html = include.has('html') && page.html !== '' ? utf8(page.html) : null;
  return [
    ...tiles,
    ...optional(page.pdf, {
      ...rendered,
      name: 'pdf',
      path: 'artifacts/page.pdf',
      mediaType: 'application/pdf',
    }),
    ...optional(html, {
      ...rendered,
      name: 'html',
      path: 'artifacts/page.html',
      mediaType: 'text/html',
    }),
    ...optional(page.mhtml, {
      ...rendered,
      name: 'mhtml',
      path: 'artifacts/page.mhtml',
      mediaType: 'multipart/related',
    }),
  ];
}

/** Artifact of the screenshot tile at `index`: the first one has the plain name, further ones count from 01. */
export function tileName(index: number): Pick<CapturedArtifact, 'name' | 'path'> {
  const name = index === 0 ? 'screenshot' : `screenshot-${String(index).padStart(2, '0')}`;
  return { name, path: `artifacts/${name}.png` };
}

const optional = (bytes: Uint8Array | null, rest: Omit<CapturedArtifact, 'bytes'>): CapturedArtifact[] =>
  bytes ? [{ ...rest, bytes }] : [];
