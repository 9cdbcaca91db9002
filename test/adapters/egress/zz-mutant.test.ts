import dgram from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { startEgressProxy } from '../../../src/adapters/egress/proxy.ts';
import { EGRESS_BROWSER_ARGS, EGRESS_SIGN_IN_URL } from '../../../src/domain/egress/browser-args.ts';
import type { EgressProxy, ProxySession } from '../../../src/domain/egress/port.ts';
import { ATTEMPTS, answerHostile } from './hostile-page.ts';
import { allow, forbidden, listen } from './local-servers.ts';

const executablePath = process.env['AFFIANT_CHROMIUM'] ?? '/usr/bin/chromium';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface SignIn {
  browser: Browser;
  proxy: EgressProxy;
  session: ProxySession;
}

const fetchSignIn = (page: Page) =>
  page.evaluate((url) => fetch(url, { mode: 'no-cors' }).then(() => {}), EGRESS_SIGN_IN_URL);

/** Playwright answers every challenge, and for that stops every request of the context. */
async function signInByPlaywright({
  browser,
  proxy,
  session: { username, password },
}: SignIn): Promise<Page> {
  const context = await browser.newContext({ proxy: { server: proxy.serverUrl, username, password } });
  const page = await context.newPage();
  await fetchSignIn(page);
  return page;
}

/** Only the sign-in request is stopped; Chromium remembers the credential for the whole context. */
async function signInByCdp({ browser, proxy, session: { username, password } }: SignIn): Promise<Page> {
  const context = await browser.newContext({ proxy: { server: proxy.serverUrl } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const authChallengeResponse = { response: 'ProvideCredentials', username, password } as const;
  cdp.on('Fetch.requestPaused', ({ requestId }) => void cdp.send('Fetch.continueRequest', { requestId }));
  cdp.on(
    'Fetch.authRequired',
    ({ requestId }) => void cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }),
  );
  await cdp.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: `${EGRESS_SIGN_IN_URL}*` }],
  });
  await fetchSignIn(page);
  await cdp.detach();
  return page;
}

/** A hostile site, the listeners it wants to reach, and a browser that may reach the site alone. */
async function start() {
  const [http, tls, webSocket, turn] = [
    await forbidden(),
    await forbidden(),
    await forbidden(),
    await forbidden(),
  ];
  const datagrams: string[] = [];
  const udp = dgram.createSocket('udp4', () => datagrams.push('datagram')).bind(turn.port, '127.0.0.1');
  cleanUps.push(async () => udp.close());
  await once(udp, 'listening');
  const ports = { http: http.port, tls: tls.port, webSocket: webSocket.port, turn: turn.port };
  const site = createServer((request, response) => {
    const answer = answerHostile(request.url ?? '', ports);
    if ('location' in answer) response.writeHead(302, answer).end();
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  site.on('upgrade', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  const port = await listen(site);
  const proxy = await startEgressProxy({ networks: allow(port) });
  cleanUps.push(() => proxy.close());
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...EGRESS_BROWSER_ARGS.filter((a) => !a.startsWith("--force-webrtc"))],
    proxy: { server: proxy.serverUrl },
  });
  cleanUps.push(() => browser.close());
  const visits = () => [http, tls, webSocket, turn].flatMap((listener) => listener.visits).concat(datagrams);
  return { browser, proxy, ports, visits, siteUrl: `http://127.0.0.1:${port}` };
}

describe.skipIf(!existsSync(executablePath))('Chromium behind the proxy', () => {
  it.each([
    ['by Playwright', signInByPlaywright],
    ['over CDP', signInByCdp],
  ])(
    'signed in %s, reaches nothing forbidden by any way out, and each attempt is on record',
    async (_, signIn) => {
      const { browser, proxy, ports, visits, siteUrl } = await start();
      const session = proxy.openSession({ maxBytes: 1e7 });
      const page = await signIn({ browser, proxy, session });
      await page.goto(siteUrl);
      const wanted = [
        ...ATTEMPTS.map((path) => `http://127.0.0.1:${ports.http}/${path}`),
        ...[ports.tls, ports.webSocket, ports.turn].map((port) => `https://127.0.0.1:${port}`),
      ];
      const missing = () => {
        const denied = new Set(session.denials.map(({ url }) => url));
        return wanted.filter((url) => !denied.has(url));
      };
      await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
      await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('gathered');
      expect(visits()).toEqual([]);
      expect(new Set(session.denials.map(({ reason }) => reason))).toEqual(new Set(['address']));
      expect(session.exchanges.every(({ target }) => target.startsWith(siteUrl))).toBe(true);
    },
  );

  it.each(['/302', '/meta', '/script'])('does not follow its page away by %s', async (path) => {
    const { browser, proxy, ports, visits, siteUrl } = await start();
    const session = proxy.openSession({ maxBytes: 1e7 });
    const page = await signInByPlaywright({ browser, proxy, session });
    await page.goto(`${siteUrl}${path}`).catch(() => {});
    await expect
      .poll(() => session.denials.map(({ url }) => url))
      .toContain(`http://127.0.0.1:${ports.http}${path}`);
    expect(visits()).toEqual([]);
  });

  it('keeps two contexts of one browser apart, and opens WebSockets right after the sign-in', async () => {
    const { browser, proxy, siteUrl } = await start();
    const sessions = [proxy.openSession({ maxBytes: 1e7 }), proxy.openSession({ maxBytes: 1e7 })];
    for (const [index, session] of sessions.entries()) {
      const page = await signInByCdp({ browser, proxy, session });
      await page.evaluate(
        (url) => {
          new WebSocket(url);
        },
        `${siteUrl.replace('http', 'ws')}/`,
      );
      await expect
        .poll(() => session.exchanges.map(({ target }) => target))
        .toEqual([siteUrl.replace('http', 'https')]);
      await page.goto(`${siteUrl}/page-${index}`);
    }
    for (const [index, session] of sessions.entries()) {
      const targets = session.exchanges.map(({ target }) => target);
      expect(targets).toContain(`${siteUrl}/page-${index}`);
      expect(targets).not.toContain(`${siteUrl}/page-${1 - index}`);
    }
  });

  it('has no way out without a session', async () => {
    const { browser, proxy, siteUrl } = await start();
    for (const options of [{}, { proxy: { server: proxy.serverUrl } }]) {
      const page = await (await browser.newContext(options)).newPage();
      const answer = await page.goto(siteUrl).catch(() => null);
      expect(answer === null || answer.status() === 407).toBe(true);
    }
  });
});
