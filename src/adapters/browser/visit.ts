import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { Signal } from '../../domain/capture/capture.ts';
import type { MainDocument, PageSnapshot, RenderOptions } from '../../domain/capture/port.ts';
import type { ProxySession } from '../../domain/egress/port.ts';
import { revealLazyContent } from './lazy-content.ts';
import { serveMainDocument } from './main-document.ts';
import { NetworkLog } from './network-log.ts';
import { selectorScript } from './page/quiet.ts';
import { READABLE_SCRIPT, type ReadablePage } from './page/readable.ts';
import { type PageSurvey, SURVEY_SCRIPT } from './page/survey.ts';
import { runInPage } from './page-world.ts';
import { captureTiles, measurePage } from './screenshot.ts';
import { type SettlingPage, settle } from './settle.ts';
import type { Tab } from './tab.ts';

/** Wall clock of settling, counted from the answer of the navigation. */
const MAX_SETTLE_MS = 10_000;
/** How long `wait_for_selector` waits after the page settled. */
const MAX_SELECTOR_MS = 10_000;
const NAVIGATION_TIMEOUT_MS = 10_000;
/** Chromium's own page in place of one that could not be loaded. */
const ERROR_PAGE = 'chrome-error://';

const NO_CONTENT: ReadablePage = { html: '', readableHtml: '', hiddenTextCount: 0, title: '' };
const MAX_READ_ATTEMPTS = 2;

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
  const { tab, main, options, clock } = parts;
  const { page, cdp } = tab;
  const now = () => toTimestamp(clock.now());
  const network = new NetworkLog(tab.context, page, main.redirects.length + 1);
  const served = await serveMainDocument(cdp, main, options.scopedHeaders);
  const firstUrl = main.redirects[0]?.url ?? main.url;
  await page.goto(firstUrl, { waitUntil: 'commit', timeout: NAVIGATION_TIMEOUT_MS });
  const navigated = now();
  const progress = await complete({ page, cdp, network }, options);
  const settled = now();
  const content = await takeContent({ page, cdp, network });
  const survey = await runInPage<PageSurvey>(cdp, SURVEY_SCRIPT);
  const size = await measurePage(cdp);
  if (size.isTruncated) progress.push({ code: 'page_truncated' });
  const screenshots = options.screenshot ? await captureTiles(cdp, size) : [];
  const screenshot = options.screenshot ? now() : null;
  const mhtml = options.mhtml ? await captureMhtml(cdp) : null;
  // Last, because printing tells the page's scripts so.
  const pdf = options.pdf ? await page.pdf({ printBackground: true, preferCSSPageSize: true }) : null;
  const { exchanges: proxied, denials } = parts.session;
  return {
    ...content,
    ...placeOf(page.url(), main),
    screenshots,
    pdf,
    mhtml,
    page: {
      heightPx: size.fullHeight,
      tiles: screenshots.length,
      truncated: size.isTruncated,
      lazyPending: survey.lazyPending,
      failedRequests: network.failedRequests,
    },
    times: { navigated, settled, screenshot },
    signals: [
      ...progress,
      ...placeOf(page.url(), main).signals,
      ...surveySignals(survey),
      ...tabSignals(tab, network),
    ],
    exchanges: await network.exchanges(parts.session),
    denials: denials.map(({ url, host, address, reason }) => ({ url, host, address, reason })),
    hosts: [...new Set(proxied.map(({ host, port }) => `${host}:${port}`))],
    sourceHeaderRequests: served.sourceHeaderRequests,
  };
}

/** Wait for the page in every way that was asked for. @returns what hindered it. */
async function complete(page: SettlingPage, options: RenderOptions): Promise<Signal[]> {
  const signals: Signal[] = [];
  let hasSettled = await settle(page, MAX_SETTLE_MS);
  if (options.waitForSelector !== null) {
    await waitForSelector(page.cdp, options.waitForSelector);
    hasSettled = await settle(page, MAX_SETTLE_MS);
  }
  if (options.waitMs > 0) await delay(options.waitMs);
  const { isEndless } = await revealLazyContent(page);
  if (!hasSettled) signals.push({ code: 'not_settled' });
  if (isEndless) signals.push({ code: 'endless_scroll' });
  return signals;
}

/** A page that leaves while it is read is read where it arrives. One that did not load has no content of its own. */
async function takeContent(settling: SettlingPage): Promise<ReadablePage> {
  for (let attempt = 1; ; attempt += 1) {
    if (settling.page.url().startsWith(ERROR_PAGE)) return NO_CONTENT;
    try {
      return await runInPage<ReadablePage>(settling.cdp, READABLE_SCRIPT);
    } catch (error) {
      if (attempt === MAX_READ_ATTEMPTS) throw error;
      await settle(settling, MAX_SETTLE_MS);
    }
  }
}

async function waitForSelector(cdp: CDPSession, selector: string): Promise<void> {
  const found = await runInPage<boolean | null>(cdp, selectorScript({ selector, maxMs: MAX_SELECTOR_MS }));
  if (found === null) throw new EvidenceError('SELECTOR_NOT_FOUND', 'The selector is not a CSS selector.');
  if (!found) throw new EvidenceError('SELECTOR_NOT_FOUND');
}

async function captureMhtml(cdp: CDPSession): Promise<Uint8Array> {
  const { data } = await cdp.send('Page.captureSnapshot', { format: 'mhtml' });
  return Buffer.from(data, 'utf8');
}

/** Where the page is now, and whether it went there by itself. */
function placeOf(url: string, main: MainDocument): { finalUrl: string; signals: Signal[] } {
  if (url.startsWith(ERROR_PAGE)) return { finalUrl: main.url, signals: [{ code: 'navigation_failed' }] };
  const hasMoved = url.split('#', 1)[0] !== main.url.split('#', 1)[0];
  return { finalUrl: url, signals: hasMoved ? [{ code: 'client_redirect' }] : [] };
}

function surveySignals({ passwordFields, challenges, consentBanners }: PageSurvey): Signal[] {
  const counts = {
    password_field: passwordFields,
    challenge_widget: challenges,
    consent_banner: consentBanners,
  };
  return counted(counts);
}

const tabSignals = (tab: Tab, network: NetworkLog): Signal[] =>
  counted({ popup_closed: tab.closedPopups(), exchanges_unlisted: network.unlisted });

const counted = (counts: Readonly<Record<string, number>>): Signal[] =>
  Object.entries(counts).flatMap(([code, count]) => (count > 0 ? [{ code, count }] : []));
