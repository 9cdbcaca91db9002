import type { CDPSession } from 'playwright';
import type { Header } from '../../domain/capture/capture.ts';
import type { MainDocument } from '../../domain/capture/port.ts';

/** Describe the connection or the encoding on the wire, which the bytes no longer have. */
const WIRE_HEADERS = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade', 'proxy-authenticate'],
  ...['content-encoding', 'content-length'],
  // Would turn the navigation into a download.
  'content-disposition',
]);

/** Statuses that end a navigation without a document. */
const STATUSES_WITHOUT_DOCUMENT = new Set([204, 205, 304]);

/** In place of no bytes at all, for which Chromium would show a page of its own. */
const EMPTY_DOCUMENT = Buffer.from('<!doctype html>');

type Paused = Readonly<{
  requestId: string;
  frameId: string;
  resourceType: string;
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}>;

interface Served {
  /** Requests of the browser that carried the caller's headers. */
  readonly sourceHeaderRequests: number;
}

/**
 * Answer the page's first navigation, with its redirects, from what our own fetch received: the browser
 * shows exactly the bytes that are sealed, and the site sees one visit. Cookies of every hop are kept by
 * the browser as usual. The caller's headers go to later requests to the source's origin only, judged hop
 * by hop: a redirected request pauses here anew.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Fetch/
 */
export async function serveMainDocument(
  cdp: CDPSession,
  main: MainDocument,
  scopedHeaders: Readonly<Record<string, string>>,
): Promise<Served> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const hops = [...main.redirects.map((hop) => ({ ...hop, body: new Uint8Array() })), main];
  const scope = { origin: new URL(main.redirects[0]?.url ?? main.url).origin, headers: scopedHeaders };
  const isScoped = Object.keys(scopedHeaders).length > 0;
  const served = { sourceHeaderRequests: 0 };

  const answer = async (paused: Paused) => {
    const isMain = paused.frameId === frameTree.frame.id && paused.resourceType === 'Document';
    const hop = isMain ? hops.shift() : undefined;
    if (!hop) return resume(paused);
    await cdp.send('Fetch.fulfillRequest', {
      requestId: paused.requestId,
      responseCode: navigableStatus(hop.status),
      responseHeaders: navigableHeaders(hop.headers),
      body: Buffer.from(hop.body.length > 0 ? hop.body : EMPTY_DOCUMENT).toString('base64'),
    });
    if (hops.length === 0 && !isScoped) await cdp.send('Fetch.disable');
  };
  const resume = async (paused: Paused) => {
    const isOurs = isScoped && new URL(paused.request.url).origin === scope.origin;
    served.sourceHeaderRequests += isOurs ? 1 : 0;
    const headers = isScoped ? { headers: scopeHeaders(paused.request.headers, scope.headers, isOurs) } : {};
    await cdp.send('Fetch.continueRequest', { requestId: paused.requestId, ...headers });
  };
  // A request that is gone (its page closed or navigated) cannot be answered, and need not be.
  cdp.on('Fetch.requestPaused', (paused) => void answer(paused).catch(() => undefined));
  const resourceType = isScoped ? {} : { resourceType: 'Document' as const };
  await cdp.send('Fetch.enable', {
    patterns: [{ urlPattern: '*', requestStage: 'Request' as const, ...resourceType }],
  });
  return served;
}

const navigableStatus = (status: number): number => (STATUSES_WITHOUT_DOCUMENT.has(status) ? 200 : status);

function navigableHeaders(headers: readonly Header[]): { name: string; value: string }[] {
  return headers.filter(([name]) => !WIRE_HEADERS.has(name)).map(([name, value]) => ({ name, value }));
}

/** The request's headers with the caller's added, or, after a redirect elsewhere, taken off again. */
function scopeHeaders(
  own: Readonly<Record<string, string>>,
  scoped: Readonly<Record<string, string>>,
  isOurs: boolean,
): { name: string; value: string }[] {
  const byName = new Map(Object.entries(scoped).map(([name, value]) => [name.toLowerCase(), value]));
  const kept = Object.entries(own).filter(([name, value]) => {
    const ours = byName.get(name.toLowerCase());
    return ours === undefined || (!isOurs && ours !== value);
  });
  const added = isOurs ? [...byName] : [];
  return [...kept, ...added].map(([name, value]) => ({ name, value }));
}
