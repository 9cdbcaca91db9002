import { toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { CapturedArtifact } from '../../domain/capture/artifact.ts';
import type {
  Capture,
  CaptureFacts,
  CaptureOptions,
  Signal,
  UrlSource,
} from '../../domain/capture/capture.ts';
import {
  buildExchangesArtifact,
  buildTlsArtifact,
  buildVisitFacts,
} from '../../domain/capture/network-facts.ts';
import { judgeOutcome } from '../../domain/capture/outcome.ts';
import { buildPageArtifacts } from '../../domain/capture/page-artifacts.ts';
import type { PageSnapshot } from '../../domain/capture/port.ts';
import { buildSourceArtifact } from '../../domain/capture/source-artifact.ts';
import { REQUEST_HEADERS } from '../../domain/capture/visitor.ts';
import { type DocumentKind, documentKind } from '../../domain/document/media-type.ts';
import { sniffMediaType } from '../../domain/document/sniff.ts';
import type { GuardedFetchResponse } from '../../domain/egress/port.ts';
import { addScreenshotText } from './add-screenshot-text.ts';
import type { CaptureRequest, CapturerParts } from './capturer-parts.ts';
import { describeDocument } from './describe-document.ts';
import type { DocumentText } from './document-text.ts';
import { headerOf, toMainDocument } from './main-document.ts';
import { pageFacts, softwareOf, toolName } from './page-facts.ts';
import { assertReadable, readDocument } from './read-document.ts';
import { readPage } from './read-html.ts';
import { toRenderOptions } from './render-options.ts';
import { buildTextArtifacts } from './text-artifacts.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 20_000;
/** Kinds of which a part is worth nothing. */
const WHOLE_KINDS = new Set<DocumentKind>(['pdf', 'image', 'office']);

interface Visit {
  readonly startedAt: string;
  readonly source: UrlSource;
  readonly response: GuardedFetchResponse;
  readonly mediaType: string;
  /** null when no browser took part. */
  readonly page: PageSnapshot | null;
  readonly text: DocumentText;
}

/**
 * Fetch the address once; show HTML in the browser from the bytes received; read everything else by its
 * bytes alone.
 *
 * @throws EvidenceError as {@link Capturer.capture} says.
 */
export async function captureUrl(
  parts: CapturerParts,
  source: UrlSource,
  request: CaptureRequest,
): Promise<Capture> {
  const { options, context } = request;
  const { signal, progress } = context;
  const startedAt = toTimestamp(parts.clock.now());
  progress(5, 'fetching');
  const response = await fetchSource(parts, source, signal);
  const declaredMediaType = headerOf(response, 'content-type');
  const mediaType = sniffMediaType(response.body, declaredMediaType, null);
  assertReadable(mediaType);
  if (response.truncated && WHOLE_KINDS.has(documentKind(mediaType)))
    throw new EvidenceError('DOCUMENT_TOO_LARGE', undefined, { details: { limit_bytes: MAX_BODY_BYTES } });
  const isHtml = documentKind(mediaType) === 'html';
  if (isHtml) progress(20, 'rendering');
  const renderOptions = toRenderOptions(options, { scopedHeaders: source.headers, offline: false });
  const page = isHtml
    ? await parts.renderer.render(toMainDocument(response, mediaType), renderOptions, context)
    : null;
  progress(75, 'reading');
  const read = page
    ? await readPage(parts.parsers, page, signal)
    : await readDocument(parts, { bytes: response.body, mediaType, declaredMediaType, pages: null }, signal);
  const text = await addScreenshotText(parts, { text: read, page }, request);
  const document = await describeDocument(parts.parsers, { text, mediaType }, signal);
  progress(95, 'captured');
  const visit = { startedAt, source, response, mediaType, page, text };
  return {
    facts: buildFacts(visit),
    document,
    software: softwareOf(parts, { mediaType, hasPage: page !== null, hasOcr: text.ocr !== null }),
    artifacts: buildArtifacts(parts, visit, options),
    markdown: text.markdown,
    pageStarts: text.pageStarts,
  };
}

const fetchSource = (
  { fetcher }: CapturerParts,
  source: UrlSource,
  signal: AbortSignal,
): Promise<GuardedFetchResponse> =>
  fetcher.fetch({
    url: source.url,
    headers: REQUEST_HEADERS,
    scopedHeaders: source.headers,
    maxBytes: MAX_BODY_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
    signal,
  });

function buildFacts({ startedAt, source, response, page, text }: Visit): CaptureFacts {
  const truncated: Signal[] = response.truncated ? [{ code: 'body_truncated' }] : [];
  const visit = buildVisitFacts(response, page);
  const judged = judgeOutcome({
    requestedUrl: source.url,
    finalUrl: page?.finalUrl ?? response.finalUrl,
    status: response.status,
    headers: response.headers,
    title: text.title,
    text: text.markdown,
    signals: [...truncated, ...(page?.signals ?? []), ...text.signals],
  });
  const namesCount = Object.keys(source.headers).length;
  const requests = response.scopedHeaderRequests + (page?.sourceHeaderRequests ?? 0);
  return {
    ...judged,
    ...visit,
    ...pageFacts(startedAt, page),
    not_before: [],
    source_headers:
      namesCount > 0 ? { origin: new URL(source.url).origin, names_count: namesCount, requests } : null,
  };
}

function buildArtifacts(parts: CapturerParts, visit: Visit, options: CaptureOptions): CapturedArtifact[] {
  const { response, mediaType, page, text } = visit;
  const tls = buildTlsArtifact(response);
  return [
    buildSourceArtifact('url', mediaType, response.body),
    ...(page ? buildPageArtifacts(page, options.include, toolName(parts.renderer.version)) : []),
    ...buildTextArtifacts(text, parts.ocrVersion),
    buildExchangesArtifact(response, page),
    ...(tls ? [tls] : []),
  ];
}
