import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type EgressProxyOptions, startEgressProxy } from '../../../src/adapters/egress/proxy.ts';
import { EGRESS_SIGN_IN_URL } from '../../../src/domain/egress/browser-args.ts';
import type { EgressProxy, ProxySession } from '../../../src/domain/egress/port.ts';
import { allow, closing, forbidden, listen, rawServer, sendRaw, site } from './local-servers.ts';

const proxies: EgressProxy[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** A proxy with one session, and a way to send it raw requests of that session. */
async function start(
  options: EgressProxyOptions,
  limits: { maxBytes: number; offline?: boolean } = { maxBytes: 1e6 },
) {
  const proxy = await startEgressProxy(options);
  proxies.push(proxy);
  const session = proxy.openSession(limits);
  const port = Number(new URL(proxy.serverUrl).port);
  const credential = authorization(session);
  const ask = (line: string, ...headers: string[]) =>
    sendRaw(port, `${[`${line} HTTP/1.1`, 'Host: any', credential, ...headers].join('\r\n')}\r\n\r\n`);
  return { proxy, session, port, credential, ask };
}

const authorization = ({ username, password }: Pick<ProxySession, 'username' | 'password'>) =>
  `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const echo = () =>
  site(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.end(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
  });

/** Opens a tunnel by hand. @returns the socket once the proxy has answered, and its answer. */
async function openTunnel(
  port: number,
  credential: string,
  authority: string,
): Promise<{ socket: Socket; answer: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credential}\r\n\r\n`);
  const [data] = await once(socket, 'data');
  return { socket, answer: String(data) };
}

describe('a plain request', () => {
  it('reaches an allowed target and is recorded with the address connected to', async () => {
    const target = await echo();
    const { session, ask } = await start({ networks: allow(target), lookupAll: async () => ['127.0.0.1'] });
    const answer = await ask(`GET http://site.test:${target}/a?b=c`);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toContain('GET /a?b=c ');
    expect(session.denials).toEqual([]);
    expect(session.exchanges).toEqual([
      {
        target: `http://site.test:${target}/a?b=c`,
        host: 'site.test',
        port: target,
        address: '127.0.0.1',
        bytesIn: expect.any(Number),
        bytesOut: expect.any(Number),
      },
    ]);
    expect(session.exchanges[0]!.bytesIn).toBeGreaterThan(100);
  });

  it('loses what belongs to one connection, and its Host follows the target', async () => {
    let seen: IncomingHttpHeaders = {};
    const target = await site((request, response) => {
      seen = request.headers;
      response.writeHead(200, {
        'X-Kept': '1',
        'Keep-Alive': 'timeout=9',
        'Proxy-Authenticate': 'Basic',
        Connection: 'X-Gone',
        'X-Gone': '1',
      });
      response.end('x');
    });
    const { ask } = await start({ networks: allow(target) });
    const answer = await ask(
      `GET http://127.0.0.1:${target}/`,
      'Connection: keep-alive, X-Private',
      'X-Private: 1',
      'X-Kept: 1',
      'Proxy-Connection: keep-alive',
      'TE: trailers',
      'Upgrade: h2c',
    );
    expect(seen).toEqual({ host: `127.0.0.1:${target}`, 'x-kept': '1', connection: 'close' });
    expect(answer.toLowerCase()).not.toMatch(/keep-alive|proxy-authenticate|x-gone/);
    expect(answer).toContain('X-Kept: 1');
    expect(answer).toContain('Connection: close');
  });

  it('carries a body, with a length or in chunks', async () => {
    const target = await echo();
    const { ask } = await start({ networks: allow(target) });
    expect(await ask(`POST http://127.0.0.1:${target}/`, 'Content-Length: 5', '', 'hello')).toContain(
      'hello',
    );
    expect(
      await ask(`POST http://127.0.0.1:${target}/`, 'Transfer-Encoding: chunked', '', '5\r\nchunk\r\n0'),
    ).toContain('chunk');
  });

  it('to a site that is down gets 502', async () => {
    const { ask, session } = await start({ networks: [{ cidr: '127.0.0.0/8', port: null }] });
    const down = await site(() => {});
    expect(await ask(`GET http://127.0.0.99:${down}/`)).toMatch(/^HTTP\/1.1 502 /);
    expect(session.exchanges).toEqual([]);
  });
});

describe('a denial', () => {
  it('answers plain requests and CONNECT alike, and names the reason', async () => {
    const secret = await forbidden();
    const { session, ask } = await start({
      networks: allow(1),
      lookupAll: async (host) => {
        if (host === 'mixed.test') return ['93.184.216.34', '10.0.0.7'];
        throw new Error('ENOTFOUND');
      },
    });
    const p = secret.port;
    const cases: [string, string, string | null][] = [
      [`GET http://127.0.0.1:${p}/`, 'address', '127.0.0.1'],
      [`GET http://2130706433:${p}/`, 'address', '127.0.0.1'],
      [`GET http://[::ffff:7f00:1]:${p}/`, 'address', '::ffff:7f00:1'],
      ['GET http://169.254.169.254/latest/meta-data/', 'address', '169.254.169.254'],
      ['GET http://mixed.test/', 'address', '10.0.0.7'],
      [`CONNECT 127.0.0.1:${p}`, 'address', '127.0.0.1'],
      [`CONNECT [::1]:${p}`, 'address', '::1'],
      ['CONNECT mixed.test:443', 'address', '10.0.0.7'],
      ['GET http://nowhere.test/', 'dns', null],
      ['CONNECT example.com:22', 'port', null],
      ['GET http://example.com:6000/', 'port', null],
      [`GET https://127.0.0.1:${p}/`, 'scheme', null],
      [`GET ws://127.0.0.1:${p}/`, 'scheme', null],
      ['GET ftp://example.com/', 'scheme', null],
      [`GET http://user:pass@127.0.0.1:${p}/`, 'malformed', null],
      ['GET /', 'malformed', null],
      ['CONNECT 127.0.0.1', 'malformed', null],
      [`CONNECT user@127.0.0.1:${p}`, 'malformed', null],
      [`CONNECT 127.0.0.1:${p}/path`, 'malformed', null],
      ['CONNECT update.googleapis.com:443', 'browser-service', null],
    ];
    for (const [line] of cases) expect(await ask(line)).toMatch(/^HTTP\/1.1 403 [\s\S]*content-length: 0/);
    expect(session.denials.map(({ reason, address }) => [reason, address])).toEqual(
      cases.map(([, ...rest]) => rest),
    );
    expect(session.exchanges).toEqual([]);
    expect(secret.visits).toEqual([]);
  });

  it('holds for a name whose second look-up is private: the first one is pinned, the second refused', async () => {
    const target = await echo();
    const secret = await forbidden();
    let lookUps = 0;
    const { session, ask } = await start({
      networks: [{ cidr: '127.0.0.1/32', port: target }],
      lookupAll: async () => (lookUps++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
    });
    expect(await ask(`GET http://rebind.test:${target}/`)).toMatch(/^HTTP\/1.1 200/);
    expect(lookUps).toBe(1);
    expect(await ask(`GET http://rebind.test:${target}/`)).toMatch(/^HTTP\/1.1 403/);
    expect(session.denials).toMatchObject([{ reason: 'address', address: '127.0.0.2', host: 'rebind.test' }]);
    expect(secret.visits).toEqual([]);
  });

  it('keeps the proxy away from itself, even where loopback is allowed', async () => {
    const { session, ask, port } = await start({ networks: [{ cidr: '127.0.0.0/8', port: null }] });
    expect(await ask(`GET http://127.0.0.1:${port}/`)).toMatch(/^HTTP\/1.1 403/);
    expect(await ask(`CONNECT 127.0.0.1:${port}`)).toMatch(/^HTTP\/1.1 403/);
    expect(session.denials.map(({ reason }) => reason)).toEqual(['address', 'address']);
  });

  it('is all that an offline session gets', async () => {
    const target = await echo();
    const { session, ask } = await start({ networks: allow(target) }, { maxBytes: 1e6, offline: true });
    expect(await ask(`GET http://127.0.0.1:${target}/`)).toMatch(/^HTTP\/1.1 403/);
    expect(await ask(`CONNECT 127.0.0.1:${target}`)).toMatch(/^HTTP\/1.1 403/);
    expect(session.denials.map(({ reason, host }) => [reason, host])).toEqual([
      ['offline', '127.0.0.1'],
      ['offline', '127.0.0.1'],
    ]);
  });
});

describe('a connection', () => {
  it('carries one request: a second one behind it is not served', async () => {
    let requests = 0;
    const target = await site((_, response) => {
      requests += 1;
      response.end('one');
    });
    const secret = await forbidden();
    const { port, credential } = await start({ networks: allow(target) });
    const first = `GET http://127.0.0.1:${target}/ HTTP/1.1\r\nHost: a\r\n${credential}\r\n\r\n`;
    for (const second of [
      `GET http://127.0.0.1:${secret.port}/ HTTP/1.1\r\nHost: a\r\n${credential}\r\n\r\n`,
      first,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${secret.port}\r\n\r\n`,
    ]) {
      expect((await sendRaw(port, first + second)).match(/one/g)).toHaveLength(1);
    }
    expect(requests).toBe(3);
    expect(secret.visits).toEqual([]);
  });

  it.each([
    ['two framings', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
    ['an unknown framing', 'Transfer-Encoding: chunked, x'],
    ['a folded line', 'X-A: 1\r\n Transfer-Encoding: chunked'],
    ['a space before the colon', 'Transfer-Encoding : chunked'],
    ['a header beyond 64 KiB', `X-A: ${'a'.repeat(70_000)}`],
  ])('with %s is refused whole', async (_, header) => {
    const target = await forbidden();
    const { port, credential } = await start({ networks: allow(target.port) });
    const answer = await sendRaw(
      port,
      `POST http://127.0.0.1:${target.port}/ HTTP/1.1\r\nHost: a\r\n${credential}\r\n${header}\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(target.visits).not.toContain('/smuggled');
  });

  it('is cut when nothing moves on it', async () => {
    const target = await rawServer((socket) => socket.resume());
    const { ask, port, credential } = await start({ networks: allow(target), idleTimeoutMs: 100 });
    expect(await ask(`GET http://127.0.0.1:${target}/`)).not.toContain('200');
    const { socket } = await openTunnel(port, credential, `127.0.0.1:${target}`);
    await closing(socket);
    expect(await sendRaw(port, 'GET http://slow')).toBe('');
  });
});

describe('a tunnel', () => {
  it('carries bytes both ways to the end, and is recorded', async () => {
    const big = Buffer.alloc(3_000_000, 'x');
    const target = await rawServer((socket) =>
      socket.once('data', (data) => socket.end(Buffer.concat([data, big]))),
    );
    const { session, port, credential } = await start({ networks: allow(target) }, { maxBytes: 1e7 });
    const { socket, answer } = await openTunnel(port, credential, `127.0.0.1:${target}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    socket.write('hello');
    let received = 0;
    for await (const chunk of socket) received += chunk.length;
    expect(received).toBe(big.length + 5);
    expect(session.exchanges).toEqual([
      {
        target: `https://127.0.0.1:${target}`,
        host: '127.0.0.1',
        port: target,
        address: '127.0.0.1',
        bytesIn: received,
        bytesOut: 5,
      },
    ]);
  });

  it('carries a WebSocket handshake as the browser makes it', async () => {
    const server = createServer();
    server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    const target = await listen(server);
    const { port, credential } = await start({ networks: allow(target) });
    const { socket } = await openTunnel(port, credential, `127.0.0.1:${target}`);
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${target}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(String((await once(socket, 'data'))[0])).toContain('101');
  });

  it('to a site that is down gets 502', async () => {
    const down = await site(() => {});
    const { ask } = await start({ networks: [{ cidr: '127.0.0.0/8', port: null }] });
    expect(await ask(`CONNECT 127.0.0.98:${down}`)).toMatch(/^HTTP\/1.1 502 /);
  });
});

describe('a session', () => {
  it('is asked for, and a wrong credential is refused and noted where it belongs', async () => {
    const target = await echo();
    const { port, session } = await start({ networks: allow(target) });
    const line = `GET http://127.0.0.1:${target}/ HTTP/1.1\r\nHost: a\r\n`;
    expect(await sendRaw(port, `${line}\r\n`)).toMatch(
      /^HTTP\/1.1 407 [\s\S]*proxy-authenticate: Basic realm=/,
    );
    expect(await sendRaw(port, `CONNECT 127.0.0.1:${target} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 407 [\s\S]*proxy-authenticate: Basic realm=/,
    );
    for (const header of [
      'Proxy-Authorization: Bearer x',
      'Proxy-Authorization: Basic %%%',
      authorization({ username: 'nobody', password: 'x' }),
    ]) {
      expect(await sendRaw(port, `${line}${header}\r\n\r\n`)).toMatch(/^HTTP\/1.1 403 /);
    }
    expect(session.denials).toEqual([]);
    expect(
      await sendRaw(
        port,
        `${line}${authorization({ ...session, username: session.username, password: 'guess' })}\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1.1 403 /);
    expect(session.denials).toMatchObject([{ reason: 'credential' }]);
  });

  it('signs in at a URL that leads nowhere', async () => {
    const { ask, session, port } = await start({ networks: [] });
    expect(await ask(`GET ${EGRESS_SIGN_IN_URL}`)).toMatch(/^HTTP\/1.1 200 [\s\S]*content-length: 0/i);
    expect(await sendRaw(port, `GET ${EGRESS_SIGN_IN_URL} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 407 /,
    );
    expect([session.exchanges, session.denials]).toEqual([[], []]);
  });

  it('keeps its record apart from another one', async () => {
    const target = await echo();
    const { proxy, session, port, ask } = await start({ networks: allow(target) });
    const other = proxy.openSession({ maxBytes: 1e6 });
    await ask('GET http://10.0.0.1/');
    await sendRaw(
      port,
      `GET http://127.0.0.1:${target}/ HTTP/1.1\r\nHost: a\r\n${authorization(other)}\r\n\r\n`,
    );
    expect([session.exchanges.length, session.denials.length]).toEqual([0, 1]);
    expect([other.exchanges.length, other.denials.length]).toEqual([1, 0]);
  });

  it('that spent its bytes is cut and gets no more', async () => {
    const target = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pump = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
      };
      socket.on('drain', pump);
      pump();
    });
    const { session, ask } = await start({ networks: allow(target) }, { maxBytes: 500_000 });
    const answer = await ask(`GET http://127.0.0.1:${target}/`);
    expect(answer.length).toBeLessThan(1_500_000);
    expect(await ask(`GET http://127.0.0.1:${target}/`)).toMatch(/^HTTP\/1.1 403 /);
    expect(session.denials).toMatchObject([{ reason: 'budget' }]);
  });

  it('counts what is sent as well', async () => {
    const target = await rawServer((socket) => socket.resume());
    const { port, credential } = await start({ networks: allow(target) }, { maxBytes: 500_000 });
    const { socket } = await openTunnel(port, credential, `127.0.0.1:${target}`);
    const closed = closing(socket);
    const pump = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
    };
    socket.on('drain', pump);
    pump();
    await closed;
  });

  it('that ends cuts its connections and voids its credential', async () => {
    const upstreamClosed: Promise<void>[] = [];
    const target = await rawServer((socket) => upstreamClosed.push(closing(socket.resume())));
    const { session, port, credential, ask } = await start({ networks: allow(target) });
    const { socket } = await openTunnel(port, credential, `127.0.0.1:${target}`);
    session.close();
    await closing(socket);
    await Promise.all(upstreamClosed);
    expect(upstreamClosed).toHaveLength(1);
    expect(await ask(`GET http://127.0.0.1:${target}/`)).toMatch(/^HTTP\/1.1 403 /);
  });

  it('ends with the proxy, which leaves nothing open', async () => {
    const upstreamClosed: Promise<void>[] = [];
    const target = await rawServer((socket) => upstreamClosed.push(closing(socket.resume())));
    const { proxy, port, credential } = await start({ networks: allow(target) });
    const { socket } = await openTunnel(port, credential, `127.0.0.1:${target}`);
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = Promise.all([closing(socket), closing(idle)]);
    await proxy.close();
    await closed;
    await Promise.all(upstreamClosed);
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.close();
  });
});
