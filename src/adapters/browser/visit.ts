import { setTimeout as delay } from 'node:timers/promises';
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
import { PageScriptError, runInPage } from './page-world.ts';
import { takePictures } from './pictures.ts';
import { holdStill, runWhereSettled, type SettlingPage, settle } from './settle.ts';
import type { Tab } from './tab.ts';

/** Wall clock of settling, counted from the answer of the navigation. */
const MAX_SETTLE_MS = 10_000;
/** How long `wait_for_selector` waits after the page settled. */
const MAX_SELECTOR_MS = 10_000;
const NAVIGATION_TIMEOUT_MS = 10_000;
/** Chromium's own page in place of one that could not be loaded. */
const ERROR_PAGE = 'chrome-error://';

/** Of a page that did not load. */
const NO_CONTENT: ReadablePage = {
  ...{ html: '', readableHtml: '', title: '' },
  ...{ hiddenTextCount: 0, isTruncated: false },
};

/** Pictures of a page that rests take a few seconds, of the tallest ones on a busy machine more. */
const MAX_PICTURES_MS = 20_000;

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
  const { isTruncated, hasStopped, survey, ...content } = await readPage(settling, session);
  const { pictures, isHeld } = await takeStill(settling, () =>
    takePictures(tab, options, { now, session, isTruncated }),
  );
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
      ...pictures.signals,
      ...countSignals({
        not_settled: (hasStopped || isHeld) && !hindrances.some(({ code }) => code === 'not_settled') ? 1 : 0,
        page_truncated: isTruncated || pictures.size.isTruncated ? 1 : 0,
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

/**
 * The pictures, where need be after the page's code was stopped: Chromium does not answer for a page that is on its
 * way to another one again and again.
 */
async function takeStill<T>(
  settling: SettlingPage,
  take: () => Promise<T>,
): Promise<{ pictures: T; isHeld: boolean }> {
  const first = take();
  const inTime = await Promise.race([first.then(() => true), delay(MAX_PICTURES_MS, false, { ref: false })]);
  if (inTime) return { pictures: await first, isHeld: false };
  // Its answer may still come, or fail: nobody waits for it.
  first.catch(() => {});
  await holdStill(settling);
  return { pictures: await take(), isHeld: true };
}

/** The page's content and traits, where need be after its code was stopped. */
async function readPage(settling: SettlingPage, session: ProxySession) {
  const read = async (run: <T>(script: string) => Promise<T>) => ({
    ...(hasNotLoaded(settling.page.url(), session) ? NO_CONTENT : await run<ReadablePage>(READABLE_SCRIPT)),
    survey: await run<PageSurvey>(SURVEY_SCRIPT),
  });
  try {
    return { ...(await read((script) => runWhereSettled(settling, script))), hasStopped: false };
  } catch (error) {
    if (!(error instanceof PageScriptError)) throw error;
    await holdStill(settling);
    return { ...(await read((script) => runInPage(settling.cdp, script))), hasStopped: true };
  }
}

/** Wait for the page in every way that was asked for. @returns what hindered it. */
async function complete(page: SettlingPage, options: RenderOptions): Promise<Signal[]> {
  try {
    return await awaitAndReveal(page, options);
  } catch (error) {
    if (!(error instanceof PageScriptError)) throw error;
    await holdStill(page);
    return [{ code: 'not_settled' }];
  }
}

async function awaitAndReveal(page: SettlingPage, options: RenderOptions): Promise<Signal[]> {
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
  const found = await runWhereSettled<boolean | null>(settling, script).catch((cause: unknown) => {
    throw cause instanceof PageScriptError
      ? new EvidenceError('SELECTOR_NOT_FOUND', undefined, { cause })
      : cause;
  });
  if (found === null) throw new EvidenceError('SELECTOR_NOT_FOUND', 'The selector is not a CSS selector.');
  if (!found) throw new EvidenceError('SELECTOR_NOT_FOUND');
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
