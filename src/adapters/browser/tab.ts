import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import type { RenderOptions } from '../../domain/capture/port.ts';
import { USER_AGENT } from '../../domain/capture/visitor.ts';
import { EGRESS_SIGN_IN_URL } from '../../domain/egress/browser-args.ts';
import type { EgressProxy, ProxySession } from '../../domain/egress/port.ts';

/** The process that showed the page ended. */
export class RendererCrashed extends Error {
  override readonly name = 'RendererCrashed';
}

/** A page in a context of its own. */
export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Rejects with {@link RendererCrashed}; never resolves. */
  readonly crashed: Promise<never>;
  /** Windows that the page opened; each is closed at once. */
  closedPopups(): number;
}

/**
 * Open a page in a fresh context: no cookies, no permissions, no downloads, no service workers, and the
 * credential of `session` for the proxy.
 */
export async function openTab(
  browser: Browser,
  proxy: { readonly serverUrl: EgressProxy['serverUrl']; readonly session: ProxySession },
  viewport: RenderOptions['viewport'],
): Promise<Tab> {
  const context = await browser.newContext({
    viewport,
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    userAgent: USER_AGENT,
    locale: 'en-US',
    timezoneId: 'UTC',
    deviceScaleFactor: 1,
    proxy: { server: proxy.serverUrl, username: proxy.session.username, password: proxy.session.password },
  });
  const page = await context.newPage();
  let popups = 0;
  context.on('page', (popup) => {
    popups += 1;
    popup.close().catch(() => undefined);
  });
  const crashed = new Promise<never>((_, reject) => {
    page.on('crash', () => reject(new RendererCrashed('the renderer of the page crashed')));
  });
  // Watched only while a visit runs: a crash before or after it is nobody's.
  crashed.catch(() => undefined);
  const cdp = await context.newCDPSession(page);
  await signIn(cdp);
  return { context, page, cdp, crashed, closedPopups: () => popups };
}

/**
 * Make the browser learn the proxy's credential. It asks for one at the first request that may ask; a page
 * whose first request is an image from elsewhere may not, and would see 407 in its place.
 */
async function signIn(cdp: CDPSession): Promise<void> {
  const expression = `fetch('${EGRESS_SIGN_IN_URL}', { mode: 'no-cors' }).catch(() => undefined)`;
  await cdp.send('Runtime.evaluate', { expression, awaitPromise: true });
}
