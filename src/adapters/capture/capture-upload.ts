import { toTimestamp } from '../../core/clock.ts';
import type { Capture, Include, UploadSource } from '../../domain/capture/capture.ts';
import { judgeContent } from '../../domain/capture/outcome.ts';
import { buildPageArtifacts } from '../../domain/capture/page-artifacts.ts';
import type { MainDocument, PageSnapshot } from '../../domain/capture/port.ts';
import { buildSourceArtifact } from '../../domain/capture/source-artifact.ts';
import { documentKind, mediaTypeEssence } from '../../domain/document/media-type.ts';
import { sniffMediaType } from '../../domain/document/sniff.ts';
import type { CaptureRequest, CapturerParts } from './capturer-parts.ts';
import { assertReadable, buildTextArtifacts, readBytes } from './document-text.ts';
import { pageFacts, softwareOf, toolName } from './page-facts.ts';
import { toRenderOptions } from './render-options.ts';

/** Artifacts that only a browser makes. */
const RENDERED: readonly Include[] = ['screenshot', 'pdf', 'html', 'mhtml'];
/** Stands for the address that an upload does not have; `.invalid` never resolves (RFC 2606). */
const UPLOAD_URL = 'http://upload.invalid/';

/**
 * Read an upload by its bytes. HTML is shown in the browser only when something is asked for that a browser
 * makes, and then nothing remote loads; its text is that of the file in any case.
 *
 * @throws EvidenceError as {@link Capturer.capture} says.
 */
export async function captureUpload(
  parts: CapturerParts,
  source: UploadSource,
  request: CaptureRequest,
): Promise<Capture> {
  const { options, context } = request;
  const { bytes, declaredMediaType, filename } = source;
  const startedAt = toTimestamp(parts.clock.now());
  const mediaType = sniffMediaType(bytes, declaredMediaType, filename);
  assertReadable(mediaType);
  context.progress(10, 'reading');
  const document = { bytes, mediaType, declaredMediaType, pages: options.pages };
  const text = await readBytes(parts.parsers, document, context.signal);
  const facts = await parts.parsers.describeText(text.markdown, context.signal);
  const page = await renderUpload(parts, { source, mediaType }, request);
  context.progress(95, 'captured');
  const signals = [
    ...text.signals,
    ...(page?.signals ?? []).filter(({ code }) => code !== 'client_redirect'),
  ];
  return {
    facts: {
      outcome: judgeContent(text.markdown, signals),
      signals,
      ...pageFacts(startedAt, page),
      final_url: null,
      redirects: [],
      main_response: null,
      network: null,
      clock: { source: 'system', server_date: null },
      not_before: [],
      redactions: [],
      source_headers: null,
    },
    document: {
      title: text.title,
      media_type: mediaType,
      pages: text.pages,
      language: facts.language,
      word_count: facts.wordCount,
    },
    software: softwareOf(parts, page !== null, mediaType),
    artifacts: [
      buildSourceArtifact('upload', mediaType, bytes),
      ...(page ? buildPageArtifacts(page, options.include, toolName(parts.renderer.version)) : []),
      ...buildTextArtifacts({ ...text, mainContent: null }),
    ],
    markdown: text.markdown,
    pageStarts: text.pageStarts,
  };
}

async function renderUpload(
  parts: CapturerParts,
  { source, mediaType }: { readonly source: UploadSource; readonly mediaType: string },
  { options, context }: CaptureRequest,
): Promise<PageSnapshot | null> {
  const isAsked = RENDERED.some((name) => options.include.has(name));
  if (documentKind(mediaType) !== 'html' || !isAsked) return null;
  context.progress(40, 'rendering');
  // The browser is told the encoding that the text of record was read with.
  const { encoding } = parts.parsers.decodeText(source.bytes, source.declaredMediaType);
  const contentType = `${mediaTypeEssence(mediaType) ?? 'text/html'}; charset=${encoding}`;
  const main: MainDocument = {
    url: UPLOAD_URL,
    status: 200,
    headers: [['content-type', contentType]],
    redirects: [],
    body: source.bytes,
  };
  return parts.renderer.render(main, toRenderOptions(options, { scopedHeaders: {}, offline: true }), context);
}
