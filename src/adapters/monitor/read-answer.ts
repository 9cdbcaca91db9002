import { EvidenceError } from '../../core/error.ts';
import { mayRunCode } from '../../domain/capture/active-content.ts';
import type { PageSnapshot, RenderOptions } from '../../domain/capture/port.ts';
import { documentKind } from '../../domain/document/media-type.ts';
import { sniffMediaType } from '../../domain/document/sniff.ts';
import type { GuardedFetchResponse } from '../../domain/egress/port.ts';
import type { LookFilters, LookOptions } from '../../domain/monitor/look.ts';
import type { CapturerParts } from '../capture/capturer-parts.ts';
import { cleanTitle } from '../capture/document-text.ts';
import { headerOf, toMainDocument } from '../capture/main-document.ts';
import { readDocument } from '../capture/read-document.ts';
import type { AnsweredDocument } from './judge-look.ts';
import type { MonitorReader } from './monitor-reader.ts';
import { validatorsOf } from './validators.ts';
import { NOTHING_WATCHED, type WatchedDocument } from './watch-content.ts';

/** Letters and digits of a page that has text of its own; fewer may be "Loading…". */
const MIN_LETTERS = 48;

/** Nothing but the document: pictures belong to the bundle that a change is followed by. */
const DOCUMENT_ONLY: RenderOptions = {
  ...{ screenshot: false, pdf: false, mhtml: false, scopedHeaders: {}, offline: false },
  ...{ waitForSelector: null, waitMs: 0, viewport: { width: 1280, height: 800 } },
};

/** What a looker is built from: the parts that captures are made with. */
export type LookerParts = Omit<CapturerParts, 'clock'>;

/** What reads an answer. */
export interface AnswerParts extends LookerParts {
  readonly reader: MonitorReader;
}

/** What a server answered to one look. */
interface Visit {
  readonly options: LookOptions;
  readonly response: GuardedFetchResponse;
  readonly signal: AbortSignal;
}

/** @throws EvidenceError what fetching, rendering and parsing throw. */
export async function readAnswer(parts: AnswerParts, visit: Visit): Promise<AnsweredDocument> {
  const { response, options } = visit;
  if (response.truncated) throw new EvidenceError('DOCUMENT_TOO_LARGE');
  const mediaType = sniffMediaType(response.body, headerOf(response, 'content-type'), null);
  const answered = { requestedUrl: options.url, finalUrl: response.finalUrl, response, signals: [] };
  if (documentKind(mediaType) !== 'html') {
    const document = await readOther(parts, visit, mediaType);
    return { ...answered, document, validators: validatorsOf(response) };
  }
  const plain = isPlainEnough(visit) ? await readPlain(parts, visit) : null;
  if (plain && !needsBrowser(plain, visit))
    return { ...answered, document: plain, validators: validatorsOf(response) };
  const page = await render(parts, visit, mediaType);
  const document = await parts.reader.readPage(shownPage(page, options), options, visit.signal);
  return { ...answered, finalUrl: page.finalUrl, signals: page.signals, document, validators: null };
}

/** The text of record of a document that is no page. What comes with an error is not read at all. */
async function readOther(
  parts: AnswerParts,
  { response, options, signal }: Visit,
  mediaType: string,
): Promise<WatchedDocument> {
  if (response.status >= 400) return NOTHING_WATCHED;
  const declaredMediaType = headerOf(response, 'content-type');
  const bytes = { bytes: response.body, mediaType, declaredMediaType, pages: null };
  const { title, markdown, pageStarts } = await readDocument(parts, bytes, signal);
  return parts.reader.readText({ title, text: { markdown, pageStarts } }, options, signal);
}

/** A server's refusal is not tried again with more effort. */
const isPlainEnough = ({ options, response }: Visit): boolean =>
  options.render !== 'always' || response.status >= 400;

function readPlain(
  { parsers, reader }: AnswerParts,
  { options, response, signal }: Visit,
): Promise<WatchedDocument> {
  const { text } = parsers.decodeText(response.body, headerOf(response, 'content-type'));
  return reader.readPage({ html: text, baseUrl: response.finalUrl, title: null }, options, signal);
}

/** Whether code of the page may still bring what is missing. */
function needsBrowser({ text, fault }: WatchedDocument, { options, response }: Visit): boolean {
  if (options.render !== 'auto' || response.status >= 400 || !mayRunCode(response.body)) return false;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters < MIN_LETTERS || fault === 'SELECTOR_NOT_FOUND';
}

async function render(
  { renderer }: AnswerParts,
  { response, signal }: Visit,
  mediaType: string,
): Promise<PageSnapshot> {
  const context = { signal, progress: () => undefined };
  const page = await renderer.render(toMainDocument(response, mediaType), DOCUMENT_ONLY, context);
  if (page.signals.some(({ code }) => code === 'navigation_failed'))
    throw new EvidenceError('URL_UNREACHABLE');
  return page;
}

/**
 * What the browser showed. Selectors may name any attribute, most of which the readable copy goes without; they get
 * the page's own markup, which has no shadow trees but is otherwise the same.
 */
function shownPage({ html, readableHtml, finalUrl, title }: PageSnapshot, filters: LookFilters) {
  const hasSelectors = filters.includeSelector !== null || filters.ignoreSelectors.length > 0;
  return {
    html: hasSelectors && html !== '' ? html : readableHtml,
    baseUrl: finalUrl,
    title: cleanTitle(title),
  };
}
