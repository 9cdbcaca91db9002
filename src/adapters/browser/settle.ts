import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { NetworkLog } from './network-log.ts';
import { type Quiet, quietScript } from './page/quiet.ts';
import { PageBusy, PageScriptError, runInPage, stopScripts } from './page-world.ts';

/** No request and no change of the document for this long, where scripts run. */
const QUIET_MS = 300;
/** Wait for a page that left while a script ran in it. */
const MAX_RESETTLE_MS = 5_000;
/** A refresh later than this belongs to the reader, not to the loading of the page. */
const MAX_REFRESH_MS = 5_000;

/** A page that sends its reader on more often than this does so without end. */
const MAX_NAVIGATIONS = 20;
/** What a page script may take beyond its own wait. */
const ANSWER_MS = 1_000;
/** The document that stands there when scripts stop, or that is on its way. */
const MAX_STANDSTILL_MS = 3_000;

/** The parts of an open page that waiting needs. */
export interface SettlingPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly network: NetworkLog;
  /** Address of the main document when it cannot run code, else null. */
  readonly inertUrl: string | null;
}

/** Whether nothing can change the page any more once it is loaded. */
export const isInert = ({ page, inertUrl }: SettlingPage): boolean => page.url() === inertUrl;

/**
 * Wait until the page is loaded and quiet: no request in flight, fonts ready, no change of the document for
 * 300 ms. A document that cannot run code is quiet as soon as it is loaded: nothing can change it. A
 * navigation by the page itself starts the wait anew.
 *
 * @param maxMs whole time of the wait.
 * @returns whether the page settled within that time.
 * @throws PageBusy when its code leaves no time for ours.
 */
export async function settle(settling: SettlingPage, maxMs: number): Promise<boolean> {
  const { page, cdp, network } = settling;
  const end = performance.now() + maxMs;
  const left = () => Math.max(0, Math.round(end - performance.now()));
  while (left() > 0 && !page.isClosed() && network.navigations <= MAX_NAVIGATIONS) {
    await untilLoaded(settling, left() + 1);
    const url = page.url();
    const script = quietScript({ quietMs: isInert(settling) ? 0 : QUIET_MS, maxMs: left() });
    // A script that fails lost its document to a navigation: the new one is waited for.
    const quiet = await runInPage<Quiet>(cdp, script, left() + ANSWER_MS).catch(orLost);
    if (!quiet) continue;
    if (quiet.refreshMs !== null) await awaitRefresh(page, quiet.refreshMs);
    if (page.url() === url && quiet.isQuiet && (await isNetworkQuiet(network, left()))) return true;
  }
  return false;
}

/** Ends before the time is over when the page navigates without end: then it never loads. */
async function untilLoaded({ page, network }: SettlingPage, maxMs: number): Promise<void> {
  const state = { hasEnded: false };
  const loading = page
    .waitForLoadState('load', { timeout: maxMs })
    .catch(() => undefined)
    .finally(() => {
      state.hasEnded = true;
    });
  while (!state.hasEnded && network.navigations <= MAX_NAVIGATIONS) {
    await Promise.race([loading, delay(100)]);
  }
}

/** A script that is late is the page's doing; one that failed is tried again. */
async function orLost(error: unknown): Promise<null> {
  if (error instanceof PageBusy) throw error;
  await delay(50);
  return null;
}

/**
 * Run a script in the page; once more where the page arrives, when it leaves meanwhile.
 *
 * @throws PageScriptError
 */
export async function runWhereSettled<T>(settling: SettlingPage, script: string): Promise<T> {
  try {
    return await runInPage<T>(settling.cdp, script);
  } catch (error) {
    if (error instanceof PageBusy || !(await settle(settling, MAX_RESETTLE_MS))) throw error;
    return runInPage<T>(settling.cdp, script);
  }
}

/**
 * Stop a page that never rests, so that what stands there can be read by scripts that do not wait.
 *
 * @throws PageScriptError when no document stands there.
 */
export async function holdStill({ page, cdp }: SettlingPage): Promise<void> {
  await stopScripts(cdp);
  await page.waitForLoadState('domcontentloaded', { timeout: MAX_STANDSTILL_MS }).catch(() => undefined);
  const end = performance.now() + MAX_STANDSTILL_MS;
  while (!(await runInPage<boolean>(cdp, 'document.body !== null', ANSWER_MS).catch(() => false))) {
    if (performance.now() > end) throw new PageScriptError('no document stands still');
    await delay(50);
  }
}

/** A document that sends its reader elsewhere soon has not arrived yet. */
async function awaitRefresh(page: Page, refreshMs: number): Promise<void> {
  if (refreshMs > MAX_REFRESH_MS) return;
  await page.waitForEvent('framenavigated', { timeout: refreshMs + 1_000 }).catch(() => undefined);
}

/** @returns at once when nothing is in flight; false when something began, after it ended. */
async function isNetworkQuiet(network: NetworkLog, maxMs: number): Promise<boolean> {
  if (network.quietForMs() > 0) return true;
  const end = performance.now() + maxMs;
  while (network.quietForMs() === 0 && performance.now() < end) await delay(20);
  return false;
}
