import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createGuardedFetcher } from '../../../src/adapters/egress/guarded-fetch.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import { allow, closing, forbidden, rawServer, site } from './local-servers.ts';

const limits = { maxBytes: 1_000_000, timeoutMs: 5_000 };
const blocked = (reason: string) => ({ code: 'URL_BLOCKED', details: { reason } });
const unreachable = (reason: string) => ({ code: 'URL_UNREACHABLE', details: { reason } });

describe('an answer', () => {
  it('carries body, headers in wire order, peer and DNS answers', async () => {
    const port = await site((_, response) => {
      response.writeHead(200, ['X-One', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Two', 'é']);
      response.end('hello');
    });
    const fetcher = createGuardedFetcher({ networks: allow(port), lookupAll: async () => ['127.0.0.1'] });
    const answer = await fetcher.fetch({ url: `http://site.test:${port}/a?b=c#d`, ...limits });
    expect(Buffer.from(answer.body).toString()).toBe('hello');
    expect(answer.headers.slice(0, 4)).toEqual([
      ['x-one', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-two', 'é'],
    ]);
    expect(answer).toMatchObject({
      status: 200,
      truncated: false,
      bodyFidelity: 'wire',
      scopedHeaderRequests: 0,
    });
    expect(answer.hops).toMatchObject([
      {
        location: null,
        peerAddress: '127.0.0.1',
        dnsAnswers: ['127.0.0.1'],
        protocol: 'http/1.1',
        tls: null,
      },
    ]);
    expect(answer.finalUrl).toBe(`http://site.test:${port}/a?b=c#d`);
  });

  it('is decoded when the server compresses unasked, within the budget of decoded bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const port = await site((request, response) => {
      response.writeHead(200, {
        'content-encoding': 'gzip',
        'x-asked': String(request.headers['accept-encoding']),
      });
      response.end(request.url === '/bomb' ? bomb : gzipSync('hello'));
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const small = await fetcher.fetch({ url: `http://127.0.0.1:${port}/`, ...limits });
    expect(Buffer.from(small.body).toString()).toBe('hello');
    expect(small.bodyFidelity).toBe('decoded');
    expect(small.headers).toContainEqual(['x-asked', 'identity']);
    const large = await fetcher.fetch({ url: `http://127.0.0.1:${port}/bomb`, ...limits });
    expect(large).toMatchObject({ truncated: true });
    expect(large.body).toHaveLength(limits.maxBytes);
  });

  it('is cut at the budget, and so is the connection', async () => {
    let closed: Promise<unknown> | undefined;
    const port = await rawServer((socket) => {
      closed = closing(socket);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pump = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
      };
      socket.on('drain', pump);
      pump();
    });
    const answer = await createGuardedFetcher({ networks: allow(port) }).fetch({
      url: `http://127.0.0.1:${port}/`,
      ...limits,
      maxBytes: 100_000,
    });
    expect(answer.body).toHaveLength(100_000);
    expect(answer.truncated).toBe(true);
    await closed;
  });

  it('to HEAD has no body, and POST sends one', async () => {
    const port = await site(async (request, response) => {
      response.end(Buffer.concat(await request.toArray()));
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const url = `http://127.0.0.1:${port}/`;
    expect((await fetcher.fetch({ url, method: 'HEAD', ...limits })).body).toHaveLength(0);
    const posted = await fetcher.fetch({ url, method: 'POST', body: '{"a":1}', ...limits });
    expect(Buffer.from(posted.body).toString()).toBe('{"a":1}');
  });
});

describe('the address', () => {
  it('is refused for every private target, with nobody contacted', async () => {
    const { port, visits } = await forbidden();
    const fetcher = createGuardedFetcher({
      networks: [],
      lookupAll: async () => ['93.184.216.34', '127.0.0.1'],
    });
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::ffff:7f00:1]',
      '[::1]',
      '①②⑦.0.0.1',
      '0',
      'mixed.test',
    ];
    for (const host of hosts) {
      await expect(fetcher.fetch({ url: `http://${host}:${port}/`, ...limits })).rejects.toMatchObject(
        blocked('address'),
      );
    }
    expect(visits).toEqual([]);
  });

  it('is pinned: a name that turns private after its first look-up is not asked again', async () => {
    const secret = await forbidden();
    const port = await site((_, response) => response.end('public'));
    let lookUps = 0;
    const fetcher = createGuardedFetcher({
      networks: [{ cidr: '127.0.0.1/32', port }],
      // 127.0.0.2 stands for the private address: it is loopback too, but not in the allowed network.
      lookupAll: async () => (lookUps++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
    });
    const answer = await fetcher.fetch({ url: `http://rebind.test:${port}/`, ...limits });
    expect(Buffer.from(answer.body).toString()).toBe('public');
    expect(lookUps).toBe(1);
    await expect(fetcher.fetch({ url: `http://rebind.test:${port}/`, ...limits })).rejects.toMatchObject(
      blocked('address'),
    );
    expect(secret.visits).toEqual([]);
  });

  it.each([
    ['ftp://example.com/', 'scheme'],
    ['http://user:secret@example.com/', 'malformed'],
    ['http://example.com:25/', 'port'],
    ['no url', 'malformed'],
  ])('is not even looked up for %s', async (url, reason) => {
    const fetcher = createGuardedFetcher({
      networks: [],
      lookupAll: () => Promise.reject(new Error('asked DNS')),
    });
    await expect(fetcher.fetch({ url, ...limits })).rejects.toMatchObject(blocked(reason));
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with %i to a private address is blocked before any connection',
    async (status) => {
      const secret = await forbidden();
      const port = await site((_, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${secret.port}/` }).end(),
      );
      const fetcher = createGuardedFetcher({ networks: allow(port) });
      await expect(fetcher.fetch({ url: `http://127.0.0.1:${port}/`, ...limits })).rejects.toMatchObject(
        blocked('address'),
      );
      expect(secret.visits).toEqual([]);
    },
  );

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x', 'ws://example.com/'])(
    'to %s is blocked',
    async (location) => {
      const port = await site((_, response) => response.writeHead(302, { location }).end());
      const fetcher = createGuardedFetcher({ networks: allow(port) });
      await expect(fetcher.fetch({ url: `http://127.0.0.1:${port}/`, ...limits })).rejects.toMatchObject(
        blocked('scheme'),
      );
    },
  );

  it('is followed five times, each hop recorded, and not a sixth time', async () => {
    const port = await site((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.end('end');
      else response.writeHead(302, { location: `/${step - 1}` }).end('moved');
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const base = `http://127.0.0.1:${port}`;
    const answer = await fetcher.fetch({ url: `${base}/5#part`, ...limits });
    expect(answer.hops.map(({ url, location }) => [url, location])).toEqual([
      ...[5, 4, 3, 2, 1].map((step) => [`${base}/${step}#part`, `${base}/${step - 1}#part`]),
      [`${base}/0#part`, null],
    ]);
    await expect(fetcher.fetch({ url: `${base}/6`, ...limits })).rejects.toMatchObject(
      unreachable('redirects'),
    );
    const first = await fetcher.fetch({ url: `${base}/6`, maxRedirects: 0, ...limits });
    expect(first).toMatchObject({ status: 302, hops: [{ location: null }] });
    expect(Buffer.from(first.body).toString()).toBe('moved');
  });

  it('turns POST into GET where browsers do, and keeps it where they do', async () => {
    const seen: string[] = [];
    const port = await site(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      seen.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? '-'} ${body}`);
      const status = Number(request.url?.slice(1));
      if (status === 0) response.end();
      else response.writeHead(status, { location: '/0' }).end();
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const post = { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' }, ...limits } as const;
    for (const status of [302, 303, 307])
      await fetcher.fetch({ url: `http://127.0.0.1:${port}/${status}`, ...post });
    expect(seen.filter((line) => line.includes('/0'))).toEqual([
      'GET /0 - ',
      'GET /0 - ',
      'POST /0 text/plain x',
    ]);
  });

  it('gets the cookies of its own host back, so that it need not loop', async () => {
    const port = await site((request, response) => {
      if (request.headers.cookie?.includes('seen=1')) response.end('in');
      else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end();
    });
    const answer = await createGuardedFetcher({ networks: allow(port) }).fetch({
      url: `http://127.0.0.1:${port}/`,
      ...limits,
    });
    expect(Buffer.from(answer.body).toString()).toBe('in');
  });

  it('to a location in UTF-8 is read as browsers read it', async () => {
    const port = await site((request, response) => {
      const location = Buffer.from('/größe').toString('latin1');
      if (request.url === '/') response.writeHead(302, { location }).end();
      else response.end(request.url);
    });
    const answer = await createGuardedFetcher({ networks: allow(port) }).fetch({
      url: `http://127.0.0.1:${port}/`,
      ...limits,
    });
    expect(Buffer.from(answer.body).toString()).toBe('/gr%C3%B6%C3%9Fe');
  });
});

describe('headers', () => {
  it('of the scope go to the origin alone: each hop is judged anew', async () => {
    const seen: [string, IncomingHttpHeaders][] = [];
    let away = '';
    const home = await site((request, response) => {
      seen.push([`home ${request.url}`, request.headers]);
      const next: Record<string, string> = { '/1': '/2', '/2': `${away}/3` };
      const location = next[request.url ?? ''];
      if (location === undefined) response.end();
      else response.writeHead(302, { location }).end();
    });
    const other = await site((request, response) => {
      seen.push([`other ${request.url}`, request.headers]);
      response.writeHead(302, { location: `http://127.0.0.1:${home}/4` }).end();
    });
    away = `http://127.0.0.1:${other}`;
    const answer = await createGuardedFetcher({ networks: allow(home, other) }).fetch({
      url: `http://127.0.0.1:${home}/1`,
      headers: { 'X-Open': 'yes', Authorization: 'Bearer open' },
      scopedHeaders: { 'X-Secret': 'token', Cookie: 'sid=1' },
      ...limits,
    });
    expect(
      seen.map(([where, headers]) => [
        where,
        headers['x-secret'],
        headers.cookie,
        headers.authorization,
        headers['x-open'],
      ]),
    ).toEqual([
      ['home /1', 'token', 'sid=1', 'Bearer open', 'yes'],
      ['home /2', 'token', 'sid=1', 'Bearer open', 'yes'],
      ['other /3', undefined, undefined, undefined, 'yes'],
      ['home /4', 'token', 'sid=1', 'Bearer open', 'yes'],
    ]);
    expect(answer.scopedHeaderRequests).toBe(3);
  });

  it('of framing and connection are dropped', async () => {
    let seen: IncomingHttpHeaders = {};
    const port = await site((request, response) => {
      seen = request.headers;
      response.end();
    });
    const hostile = {
      Host: 'evil.test',
      'Content-Length': '999',
      'Transfer-Encoding': 'chunked',
      Connection: 'x-a',
      TE: 'trailers',
      Upgrade: 'h2c',
      'Proxy-Authorization': 'x',
      'Keep-Alive': '1',
      Trailer: 'x',
      Expect: '100-continue',
    };
    await createGuardedFetcher({ networks: allow(port) }).fetch({
      url: `http://127.0.0.1:${port}/`,
      headers: hostile,
      scopedHeaders: hostile,
      ...limits,
    });
    expect(Object.keys(seen).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(seen).toMatchObject({ host: `127.0.0.1:${port}`, connection: 'close' });
  });

  it.each([{ 'x a': '1' }, { 'x-a': '1\r\nx-b: 2' }, { 'x-a': 'snow ☃' }])(
    'that HTTP cannot carry are the caller’s fault: %j',
    async (headers) => {
      const fetcher = createGuardedFetcher({ networks: allow(9) });
      await expect(
        fetcher.fetch({ url: 'http://127.0.0.1:8888/', headers, ...limits, timeoutMs: 100 }),
      ).rejects.toBeInstanceOf(EvidenceError);
    },
  );
});

describe('a failure', () => {
  it('to resolve says so', async () => {
    const fetcher = createGuardedFetcher({
      networks: [],
      lookupAll: () => Promise.reject(new Error('ENOTFOUND')),
    });
    await expect(fetcher.fetch({ url: 'http://nowhere.test/', ...limits })).rejects.toMatchObject(
      unreachable('dns'),
    );
  });

  it('to connect is tried once more, then reported', async () => {
    const port = await site(() => {});
    const free = port === 65_535 ? port - 1 : port + 1;
    const fetcher = createGuardedFetcher({ networks: [{ cidr: '127.0.0.0/8', port: null }] });
    await expect(fetcher.fetch({ url: `http://127.0.0.77:${free}/`, ...limits })).rejects.toMatchObject(
      unreachable('refused'),
    );
  });

  it('by reset is tried once more', async () => {
    let connections = 0;
    const port = await rawServer((socket) => {
      connections += 1;
      if (connections === 1) socket.resetAndDestroy();
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const answer = await fetcher.fetch({ url: `http://127.0.0.1:${port}/`, ...limits });
    expect(Buffer.from(answer.body).toString()).toBe('ok');
    expect(connections).toBe(2);
  });

  it('by reset twice is reported, and a POST is never sent twice', async () => {
    let connections = 0;
    const port = await rawServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const url = `http://127.0.0.1:${port}/`;
    await expect(fetcher.fetch({ url, ...limits })).rejects.toMatchObject(unreachable('reset'));
    expect(connections).toBe(2);
    await expect(fetcher.fetch({ url, method: 'POST', body: 'x', ...limits })).rejects.toMatchObject(
      unreachable('reset'),
    );
    expect(connections).toBe(3);
  });

  it.each([
    ['the header', 'HTTP/1.1 200 OK\r\nX-A: '],
    ['the body', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'],
  ])('by a server that drips %s ends at the deadline', async (_, start) => {
    let closed: Promise<unknown> | undefined;
    const port = await rawServer((socket) => {
      closed = closing(socket);
      socket.write(start);
      const drip = setInterval(() => socket.write('x'), 10);
      socket.once('close', () => clearInterval(drip));
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    await expect(
      fetcher.fetch({ url: `http://127.0.0.1:${port}/`, ...limits, timeoutMs: 150 }),
    ).rejects.toMatchObject(unreachable('timeout'));
    await closed;
  });

  it.each(['http', 'https'])(
    'by a server that accepts and stays silent on %s ends at the deadline',
    async (scheme) => {
      let closed: Promise<unknown> | undefined;
      const port = await rawServer((socket) => {
        closed = closing(socket.resume());
      });
      const fetcher = createGuardedFetcher({ networks: allow(port) });
      const url = `${scheme}://127.0.0.1:${port}/`;
      await expect(fetcher.fetch({ url, ...limits, timeoutMs: 150 })).rejects.toMatchObject(
        unreachable('timeout'),
      );
      await closed;
    },
  );

  it('by the caller’s signal closes the connection and keeps the caller’s reason', async () => {
    let closed: Promise<unknown> | undefined;
    const controller = new AbortController();
    const reason = new EvidenceError('OVERLOADED');
    const port = await rawServer((socket) => {
      closed = closing(socket);
      socket.once('data', () => controller.abort(reason));
    });
    const fetcher = createGuardedFetcher({ networks: allow(port) });
    const url = `http://127.0.0.1:${port}/`;
    await expect(fetcher.fetch({ url, signal: controller.signal, ...limits })).rejects.toBe(reason);
    await closed;
    const plain = fetcher.fetch({ url, signal: AbortSignal.abort(), ...limits });
    await expect(plain).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it.each([
    ['a header beyond 64 KiB', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`, 'protocol'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocol'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'protocol'],
    [
      'damaged brotli',
      'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 5\r\n\r\n\xff\xff\xff\xff\xff',
      'encoding',
    ],
    [
      'damaged gzip',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello',
      'encoding',
    ],
  ])('by %s is reported without a word of the peer', async (_, answer, reason) => {
    const port = await rawServer((socket) => socket.once('data', () => socket.end(answer, 'latin1')));
    const failure = createGuardedFetcher({ networks: allow(port) }).fetch({
      url: `http://127.0.0.1:${port}/`,
      ...limits,
    });
    await expect(failure).rejects.toMatchObject({
      ...unreachable(reason),
      message: 'The address could not be reached.',
    });
  });
});
