import type { CaptureFacts } from '../../domain/capture/capture.ts';
import type { PageSnapshot } from '../../domain/capture/port.ts';
import { documentKind } from '../../domain/document/media-type.ts';
import type { CapturerParts } from './capturer-parts.ts';

/** The members of {@link CaptureFacts} that tell of the browser's part; null members when it had none. */
export function pageFacts(
  startedAt: string,
  page: PageSnapshot | null,
): Pick<CaptureFacts, 'times' | 'page'> {
  if (!page)
    return { times: { started: startedAt, navigated: null, settled: null, screenshot: null }, page: null };
  const { heightPx, tiles, truncated, lazyPending, failedRequests } = page.page;
  return {
    times: { started: startedAt, ...page.times },
    page: {
      height_px: heightPx,
      tiles,
      truncated,
      lazy_pending: lazyPending,
      failed_requests: failedRequests,
    },
  };
}

/** What took part in a capture. */
interface Participants {
  readonly mediaType: string;
  readonly hasPage: boolean;
  readonly hasOcr: boolean;
}

/** `manifest.software` of a capture: only what took part. */
export function softwareOf(
  { renderer, parsers, ocrVersion }: CapturerParts,
  { mediaType, hasPage, hasOcr }: Participants,
): Readonly<Record<string, string>> {
  return {
    ...(hasPage && { browser: renderer.version ?? 'unknown', automation: renderer.automation }),
    ...(documentKind(mediaType) === 'pdf' && { pdf: parsers.versions.pdf }),
    ...(hasOcr && { ocr: ocrVersion }),
  };
}

/** `Chromium 156.0.8078.79` as an artifact's tool: `chromium/156.0.8078.79`. */
export const toolName = (version: string | null): string =>
  version
    ?.toLowerCase()
    .replace(/ (?=[\d.]+$)/, '/')
    .replaceAll(' ', '-') ?? 'chromium';
