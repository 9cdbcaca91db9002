import { toTimestamp } from '../../core/clock.ts';
import type { Capture, CaptureOptions, Include, Signal, UploadSource } from '../../domain/capture/capture.ts';
import { judgeContent } from '../../domain/capture/outcome.ts';
import { buildPageArtifacts } from '../../domain/capture/page-artifacts.ts';
import type { MainDocument, PageSnapshot } from '../../domain/capture/port.ts';
import { buildSourceArtifact } from '../../domain/capture/source-artifact.ts';
import { documentKind, mediaTypeEssence } from '../../domain/document/media-type.ts';
import { sniffMediaType } from '../../domain/document/sniff.ts';
import { addScreenshotText } from './add-screenshot-text.ts';
import type { CaptureRequest, CapturerParts } from './capturer-parts.ts';
import { describeDocument } from './describe-document.ts';
import { pageFacts, softwareOf, toolName } from './page-facts.ts';
import { assertReadable, readDocument } from './read-document.ts';
import { toRenderOptions } from './render-options.ts';
import { buildTextArtifacts } from './text-artifacts.ts';

/** Artifacts that only a browser makes. */
const RENDERED: readonly Include[] = ['screenshot', 'pdf', 'html', 'mhtml'];
/** Stands for the address that an upload does not have; `.invalid` never resolves (RFC 2606). */
const UPLOAD_URL = 'http://upload.invalid/';

/**
 * Read an upload by its bytes. HTML is shown in the browser only when something is asked for that a browser
 * makes, and then nothing remote loads; its text is that of the file in any case. Nothing else is shown: an
 * image or a PDF is its own picture, and a caller who asks for one gets the signal `not_rendered`.
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
  const read = await readDocument(
    parts,
    { bytes, mediaType, declaredMediaType, pages: options.pages },
    context.signal,
  );
  const page = await renderUpload(parts, { source, mediaType }, request);
  const text = await addScreenshotText(parts, { text: read, page }, request);
  const document = await describeDocument(parts.parsers, { text, mediaType }, context.signal);
  context.progress(95, 'captured');
  const signals = [...text.signals, ...renderSignals(page, options)];
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
    document,
    software: softwareOf(parts, { mediaType, hasPage: page !== null, hasOcr: text.ocr !== null }),
    artifacts: [
      buildSourceArtifact('upload', mediaType, bytes),
      ...(page ? buildPageArtifacts(page, options.include, toolName(parts.renderer.version)) : []),
      ...buildTextArtifacts({ ...text, mainContent: null }, parts.ocrVersion),
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
  const isAsked = isRenderAsked(options) || options.include.has('ocr');
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

const isRenderAsked = ({ include }: CaptureOptions): boolean => RENDERED.some((name) => include.has(name));

function renderSignals(page: PageSnapshot | null, options: CaptureOptions): readonly Signal[] {
  // The address of an upload is ours, and so is every way from it.
  if (page) return page.signals.filter(({ code }) => code !== 'client_redirect');
  return isRenderAsked(options) ? [{ code: 'not_rendered' }] : [];
}
