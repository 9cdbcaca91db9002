import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { mayRunCode } from '../../domain/capture/active-content.ts';
import type { Signal } from '../../domain/capture/capture.ts';
import { countSignals } from '../../domain/capture/count-signals.ts';
import type { MainDocument, PageSnapshot, RenderOptions } from '../../domain/capture/port.ts';
import type { ProxySession } from '../../domain/egress/port.ts';
import { revealLazyContent } from './lazy-content.ts';
import { serveMainDocument } from './main-document.ts';
import { NetworkLog } from './network-log.ts';
import { selectorScript } from './page/quiet.ts';
import { READABLE_SCRIPT, type ReadablePage } from './page/readable.ts';
import { type PageSurvey, SURVEY_SCRIPT } from './page/survey.ts';
import { captureTiles, measurePage } from './screenshot.ts';
import { runWhereSettled, type SettlingPage, settle } from './settle.ts';
import type { Tab } from './tab.ts';

/** Wall clock of settling, counted from the answer of the navigation. */
const MAX_SETTLE_MS = 10_000;
/** How long `wait_for_selector` waits after the page settled. */
const MAX_SELECTOR_MS = 10_000;
const NAVIGATION_TIMEOUT_MS = 10_000;
/** Chromium's own page in place of one that could not be loaded. */
const ERROR_PAGE = 'chrome-error://';

/** Of a page that did not load. */
const NO_CONTENT: ReadablePage = { html: '', readableHtml: '', hiddenTextCount: 0, title: '' };

/** What a visit is made of. */
export interface VisitParts {
  readonly tab: Tab;
  readonly session: ProxySession;
  readonly clock: Clock;
  readonly main: MainDocument;
  readonly options: RenderOptions;
}

/**
 * Show the document, wait until it is complete, and take everything asked for.
 *
 * @throws EvidenceError `SELECTOR_NOT_FOUND`; foreign errors when the page or the browser went away.
 */
export async function visit(parts: VisitParts): Promise<PageSnapshot> {
  const { tab, session, main, options, clock } = parts;
  const { page, cdp } = tab;
  const now = () => toTimestamp(clock.now());
  const network = new NetworkLog(tab.context, page, main.redirects.length + 1);
  const served = await serveMainDocument(cdp, main, options.scopedHeaders);
  const firstUrl = main.redirects[0]?.url ?? main.url;
  await page.goto(firstUrl, { waitUntil: 'commit', timeout: NAVIGATION_TIMEOUT_MS });
  const navigated = now();
  const settling = { page, cdp, network, inertUrl: mayRunCode(main.body) ? null : main.url };
  const hindrances = await complete(settling, options);
  const settled = now();
  const content = hasNotLoaded(page.url(), session)
    ? NO_CONTENT
    : await runWhereSettled<ReadablePage>(settling, READABLE_SCRIPT);
  const survey = await runWhereSettled<PageSurvey>(settling, SURVEY_SCRIPT);
  const pictures = await takePictures(tab, options, now);
  const place = placeOf(page.url(), parts);
  return {
    ...content,
    finalUrl: place.finalUrl,
    screenshots: pictures.screenshots,
    pdf: pictures.pdf,
    mhtml: pictures.mhtml,
    page: {
      heightPx: pictures.size.fullHeight,
      tiles: pictures.screenshots.length,
      truncated: pictures.size.isTruncated,
      lazyPending: survey.lazyPending,
      failedRequests: network.failedRequests,
    },
    times: { navigated, settled, screenshot: pictures.screenshotAt },
    signals: [
      ...hindrances,
      ...place.signals,
      ...countSignals({
        page_truncated: pictures.size.isTruncated ? 1 : 0,
        password_field: survey.passwordFields,
        challenge_widget: survey.challenges,
        consent_banner: survey.consentBanners,
        popup_closed: tab.closedPopups(),
        exchanges_unlisted: network.unlisted,
      }),
    ],
    exchanges: await network.exchanges(session),
    denials: session.denials.map(({ url, host, address, reason }) => ({ url, host, address, reason })),
    hosts: [...new Set(session.exchanges.map(({ host, port }) => `${host}:${port}`))],
    sourceHeaderRequests: served.sourceHeaderRequests,
  };
}

/** Screenshot, MHTML and PDF in this order: printing tells the page's scripts so, and they may change it. */
async function takePictures({ page, cdp }: Tab, options: RenderOptions, now: () => string) {
  const size = await measurePage(cdp);
  const screenshots = options.screenshot ? await captureTiles(cdp, size) : [];
  const screenshotAt = options.screenshot ? now() : null;
  const mhtml = options.mhtml ? await captureMhtml(cdp) : null;
  const pdf = options.pdf ? await page.pdf({ printBackground: true, preferCSSPageSize: true }) : null;
  return { size, screenshots, screenshotAt, mhtml, pdf };
}

/** Wait for the page in every way that was asked for. @returns what hindered it. */
async function complete(page: SettlingPage, options: RenderOptions): Promise<Signal[]> {
  const signals: Signal[] = [];
  let hasSettled = await settle(page, MAX_SETTLE_MS);
  if (options.waitForSelector !== null) {
    await waitForSelector(page, options.waitForSelector);
    hasSettled = await settle(page, MAX_SETTLE_MS);
  }
  if (options.waitMs > 0) await delay(options.waitMs);
  const { isEndless } = await revealLazyContent(page);
  if (!hasSettled) signals.push({ code: 'not_settled' });
  if (isEndless) signals.push({ code: 'endless_scroll' });
  return signals;
}

async function waitForSelector(settling: SettlingPage, selector: string): Promise<void> {
  const script = selectorScript({ selector, maxMs: MAX_SELECTOR_MS });
  const found = await runWhereSettled<boolean | null>(settling, script);
  if (found === null) throw new EvidenceError('SELECTOR_NOT_FOUND', 'The selector is not a CSS selector.');
  if (!found) throw new EvidenceError('SELECTOR_NOT_FOUND');
}

async function captureMhtml(cdp: CDPSession): Promise<Uint8Array> {
  const { data } = await cdp.send('Page.captureSnapshot', { format: 'mhtml' });
  return Buffer.from(data, 'utf8');
}

/** Where the page is now, and whether it went there by itself. */
function placeOf(url: string, { main, session }: VisitParts): { finalUrl: string; signals: Signal[] } {
  if (hasNotLoaded(url, session)) return { finalUrl: main.url, signals: [{ code: 'navigation_failed' }] };
  const hasMoved = url.split('#', 1)[0] !== main.url.split('#', 1)[0];
  return { finalUrl: url, signals: hasMoved ? [{ code: 'client_redirect' }] : [] };
}

/** Whether what stands there is Chromium's or the proxy's word for a page that could not be had. */
const hasNotLoaded = (url: string, { denials }: ProxySession): boolean =>
  url.startsWith(ERROR_PAGE) || denials.some((denial) => denial.url === url);
