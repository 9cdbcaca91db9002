import type { BrowserContext, Page, Request } from 'playwright';
import type { PageSnapshot } from '../../domain/capture/port.ts';
import type { ProxySession } from '../../domain/egress/port.ts';

/** Kept open by design, or not part of the page: no reason to wait. */
const STREAMS = new Set(['eventsource', 'websocket', 'media', 'ping']);
/** A request older than this is taken for a long poll when at most two such are left. */
const LONG_POLL_MS = 2_000;
const MAX_LONG_POLLS = 2;
/** More requests than this are counted but not listed. */
const MAX_LISTED = 2_000;

type Exchange = PageSnapshot['exchanges'][number];

/** Watches the requests of one page. */
export class NetworkLog {
  readonly #pending = new Map<Request, number>();
  readonly #finished: Request[] = [];
  /** Requests of the page that have begun: not its main document, and nothing from before the visit. */
  readonly #begun = new WeakSet<Request>();
  readonly #page: Page;
  /** Hops of the main document still to come; they were made by our own fetch and are listed there. */
  #mainHops: number;
  #changedAt = performance.now();
  #failed = 0;
  #navigations = 0;
  #unlisted = 0;

  constructor(context: BrowserContext, page: Page, mainHops: number) {
    this.#page = page;
    this.#mainHops = mainHops;
    context.on('request', (request) => this.#begin(request));
    context.on('requestfinished', (request) => void this.#end(request));
    context.on('requestfailed', (request) => {
      if (this.#end(request)) this.#failed += 1;
    });
  }

  get failedRequests(): number {
    return this.#failed;
  }

  /** How often the page sent its reader on, redirects included. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Requests beyond those that {@link exchanges} lists. */
  get unlisted(): number {
    return this.#unlisted;
  }

  /** Milliseconds since the last request began or ended; 0 while one is in flight that counts. */
  quietForMs(): number {
    const now = performance.now();
    const ages = [...this.#pending.values()].map((since) => now - since);
    const isBusy = ages.length > MAX_LONG_POLLS || ages.some((age) => age < LONG_POLL_MS);
    return isBusy ? 0 : now - this.#changedAt;
  }

  /**
   * Finished requests in order, without the main document and without what the proxy refused and so answered
   * itself; then the connections of the proxy that none of them explains. Addresses are those it connected to.
   */
  async exchanges(session: ProxySession): Promise<Exchange[]> {
    const addresses = new Map(
      session.exchanges.map(({ host, port, address }) => [`${host}:${port}`, address]),
    );
    const denied = new Set(session.denials.map(({ url }) => url));
    const listed = this.#finished.filter((request) => !denied.has(request.url()));
    const described = await Promise.all(listed.map((request) => describe(request, addresses)));
    const explained = described.filter((exchange) => exchange !== null);
    return [...explained, ...unexplained(session, explained)];
  }

  #begin(request: Request): void {
    const isNavigation = request.isNavigationRequest() && isFrom(request, this.#page);
    if (isNavigation && this.#mainHops > 0) {
      this.#mainHops -= 1;
      return;
    }
    if (isNavigation) this.#navigations += 1;
    this.#begun.add(request);
    this.#changedAt = performance.now();
    if (!STREAMS.has(request.resourceType())) this.#pending.set(request, this.#changedAt);
  }

  /** @returns whether the request belongs to this log. */
  #end(request: Request): boolean {
    if (!this.#begun.delete(request)) return false;
    if (this.#pending.delete(request)) this.#changedAt = performance.now();
    if (this.#finished.length >= MAX_LISTED) this.#unlisted += 1;
    else if (/^(?:https?|wss?):/.test(request.url())) this.#finished.push(request);
    return true;
  }
}

/** Whether the request belongs to the page's main frame. */
function isFrom(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // A window that the page opens asks before it has a frame.
    return false;
  }
}

/** What moved through the proxy unseen by the driver: WebSockets, icons, shared workers, relays of calls. */
function unexplained(session: ProxySession, listed: readonly Exchange[]): Exchange[] {
  // Several requests share a tunnel, of which only the origin is known.
  const known = new Set(listed.flatMap(({ url }) => [url.split('#', 1)[0], new URL(url).origin]));
  const isTunnel = (target: string) => target.startsWith('https:');
  return session.exchanges
    .filter(({ target }) => !known.has(isTunnel(target) ? new URL(target).origin : target))
    .map(({ target, address, bytesIn }) => ({
      url: target,
      method: isTunnel(target) ? 'CONNECT' : null,
      status: null,
      address,
      bytes: bytesIn,
      mediaType: null,
    }));
}

async function describe(request: Request, addresses: ReadonlyMap<string, string>): Promise<Exchange | null> {
  const response = await request.response().catch(() => null);
  if (!response) return null;
  const url = new URL(request.url());
  const port = url.port || (/^(?:https|wss):$/.test(url.protocol) ? '443' : '80');
  const sizes = await request.sizes().catch(() => null);
  return {
    url: url.href,
    method: request.method(),
    status: response.status(),
    address: addresses.get(`${url.hostname}:${port}`) ?? null,
    // Chromium counts what was transferred; Playwright's split of it into head and body may fall below zero.
    bytes: sizes ? Math.max(0, sizes.responseHeadersSize + sizes.responseBodySize) : 0,
    mediaType: response.headers()['content-type']?.split(';', 1)[0]?.trim() || null,
  };
}
