import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH, type RunningFaces, startFaces } from '../support/faces.ts';
import { sendRaw } from '../support/raw-http.ts';

let faces: RunningFaces;
beforeAll(async () => {
  faces = await startFaces();
});
afterAll(() => faces.close());

const get = (path: string, headers: string) =>
  sendRaw(faces.port, `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

describe('a Host header', () => {
  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1:1',
    'localhost',
    '127.0.0.1:PORT.evil.example',
    'evil@127.0.0.1:PORT',
    '127.0.0.1:PORT/x',
    '[::2]:PORT',
    '',
  ])('%s is refused on every path', async (host) => {
    for (const path of ['/', '/v1/keys', '/mcp', '/openapi.json']) {
      const answer = await get(path, `Host: ${host.replace('PORT', String(faces.port))}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*"code":"ORIGIN_FORBIDDEN"/);
    }
  });

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT'])(
    '%s is served',
    async (host) => {
      expect(await get('/healthz', `Host: ${host.replace('PORT', String(faces.port))}\r\n`)).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    },
  );

  it('of the base URL is served behind a proxy', async () => {
    await using proxied = await startFaces({
      configuration: { baseUrl: 'https://affiant.example', version: '1', maxUploadBytes: 1 },
    });
    const ask = (host: string) =>
      sendRaw(proxied.port, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask('affiant.example')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('affiant.example:443')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('affiant.example:8402')).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('a foreign origin', () => {
  const headers = { ...AUTH, 'content-type': 'application/json' };

  it.each(['/mcp', '/mcp/readonly', '/mcp/x/jobs', '/messages?sessionId=x'])(
    'may not post to %s',
    async (path) => {
      for (const origin of [
        'https://evil.example',
        'null',
        `http://127.0.0.1:${faces.port}.evil.example`,
        'file://',
      ]) {
        const response = await faces.fetch(path, {
          method: 'POST',
          headers: { ...headers, origin },
          body: '{}',
        });
        expect(response.status).toBe(403);
      }
    },
  );

  it('may not open a stream', async () => {
    expect((await faces.fetch('/sse', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('may read discovery and call /v1, without cookies', async () => {
    for (const path of ['/', '/openapi.json', '/v1/keys']) {
      const response = await faces.fetch(path, { headers: { origin: 'https://page.example' } });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('access-control-expose-headers')).toContain('X-Manifest-SHA256');
    }
  });

  it('gets its preflight', async () => {
    const response = await faces.fetch('/v1/notes', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Authorization'),
    ]);
  });

  it('of our own pages may use MCP', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const response = await faces.fetch('/mcp', {
      method: 'POST',
      headers: { ...headers, accept: 'application/json, text/event-stream', origin: faces.baseUrl },
      body: JSON.stringify(message),
    });
    expect(response.status).toBe(200);
  });
});

describe('odd HTTP', () => {
  const host = () => `Host: 127.0.0.1:${faces.port}\r\n`;

  it.each([
    [
      'a length and chunks',
      'POST /v1/notes HTTP/1.1\r\nHOSTContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'POST /v1/notes HTTP/1.1\r\nHOSTContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHOSTX-A: b\r\n c\r\n\r\n'],
    ['a bad chunk', 'POST /v1/notes HTTP/1.1\r\nHOSTTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHOSTX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('with %s is refused in JSON and the connection ends', async (_what, request) => {
    const answer = await sendRaw(faces.port, request.replace('HOST', host()));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toContain('"code":"REQUEST_INVALID"');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('with an absolute or doubled path is routed by the path alone', async () => {
    expect(await get(`http://evil.example/healthz`, host())).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get('//evil.example/healthz', host())).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('that asks for a tunnel or an upgrade gets none', async () => {
    expect(await get('/healthz', `${host()}Upgrade: websocket\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await sendRaw(faces.port, `CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n`)).not.toMatch(
      / 200 /,
    );
  });
});
