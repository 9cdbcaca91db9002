import { createHash } from 'node:crypto';
import type { CaptureOptions, Include, PageRange, UploadSource, UrlSource } from './capture.ts';

/** What a caller asked for, with every default filled in. */
export interface ExtractRequest {
  readonly source: UrlSource | UploadSource;
  readonly mode: string;
  readonly options: CaptureOptions;
  /** Named by the caller; null: link to the latest version of the same source by itself. */
  readonly parentBundleId: string | null;
  /** The monitor that makes it; the manifest names it. */
  readonly monitorId: string | null;
  /** Whole days after which the bundle may be removed; null: it is kept. */
  readonly retentionDays: number | null;
  /** Publish it under a legal hold. */
  readonly legalHold: boolean;
}

/** Parameters of an extract job as they lie in SQL: no bytes, no header values. */
export interface ExtractParameters extends Readonly<Record<string, unknown>> {
  readonly kind: 'url' | 'upload';
  readonly url: string | null;
  readonly filename: string | null;
  readonly declaredMediaType: string | null;
  readonly hasSourceHeaders: boolean;
  readonly mode: string;
  readonly include: readonly Include[];
  readonly pages: PageRange | null;
  readonly viewport: CaptureOptions['viewport'];
  readonly waitForSelector: string | null;
  readonly waitMs: number;
  readonly parentBundleId: string | null;
  readonly monitorId: string | null;
  readonly retentionDays: number | null;
  readonly legalHold: boolean;
}

/** The parameters to store with a job. */
export function toParameters(request: ExtractRequest): ExtractParameters {
  const { source, mode, options, parentBundleId, monitorId, retentionDays, legalHold } = request;
  const isUrl = source.kind === 'url';
  return {
    kind: source.kind,
    url: isUrl ? source.url : null,
    filename: isUrl ? null : source.filename,
    declaredMediaType: isUrl ? null : source.declaredMediaType,
    hasSourceHeaders: isUrl && Object.keys(source.headers).length > 0,
    mode,
    include: [...options.include].sort(),
    pages: options.pages,
    viewport: options.viewport,
    waitForSelector: options.waitForSelector,
    waitMs: options.waitMs,
    parentBundleId,
    monitorId,
    retentionDays,
    legalHold,
  };
}

/** The URL or the file name that stored parameters name; null for a file without one, or once the bundle is deleted. */
export const sourceName = ({ url, filename }: Partial<ExtractParameters>): string | null =>
  url ?? filename ?? null;

/** Capture options of stored parameters. */
export const toOptions = (parameters: ExtractParameters): CaptureOptions => ({
  include: new Set(parameters.include),
  pages: parameters.pages,
  viewport: parameters.viewport,
  waitForSelector: parameters.waitForSelector,
  waitMs: parameters.waitMs,
});

/**
 * Groups the versions of one source: SHA-256 of the URL without its fragment, or of the upload's bytes.
 * Two uploads of the same name may be two documents; the same bytes are one.
 */
export function sourceKey(source: UrlSource | UploadSource): string {
  const hash = createHash('sha256');
  if (source.kind === 'upload') return hash.update('upload\n').update(source.bytes).digest('hex');
  const url = new URL(source.url);
  url.hash = '';
  return hash.update(`url\n${url.href}`).digest('hex');
}
