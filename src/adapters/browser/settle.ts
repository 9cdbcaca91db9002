import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { NetworkLog } from './network-log.ts';
import { type Quiet, quietScript } from './page/quiet.ts';
import { runInPage } from './page-world.ts';

/** No request and no change of the document for this long, where scripts run. */
const QUIET_MS = 300;
/** A refresh later than this belongs to the reader, not to the loading of the page. */
const MAX_REFRESH_MS = 5_000;

/** The parts of an open page that waiting needs. */
export interface SettlingPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly network: NetworkLog;
}

/**
 * Wait until the page is loaded and quiet: no request in flight, fonts ready, no change of the document for
 * 300 ms. A document without scripts is taken as quiet after two frames, because nothing can change it. A
 * navigation by the page itself starts the wait anew.
 *
 * @param maxMs whole time of the wait.
 * @returns whether the page settled within that time.
 */
export async function settle(settling: SettlingPage, maxMs: number): Promise<boolean> {
  const { page, cdp, network } = settling;
  const end = performance.now() + maxMs;
  const left = () => Math.max(0, Math.round(end - performance.now()));
  while (left() > 0) {
    await page.waitForLoadState('load', { timeout: left() + 1 }).catch(() => undefined);
    const url = page.url();
    const script = quietScript({ quietMs: QUIET_MS, maxMs: left() });
    // A script that fails lost its document to a navigation: the new one is waited for.
    const quiet = await runInPage<Quiet>(cdp, script).catch(() => delay(50).then(() => null));
    if (!quiet) continue;
    await awaitRefresh(page, Math.min(quiet.refreshMs ?? Infinity, left()));
    if (page.url() === url && quiet.isQuiet && (await isNetworkQuiet(network, left()))) return true;
  }
  return false;
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
