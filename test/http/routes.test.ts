import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH, KEY, REVOKED_KEY, type RunningFaces, startFaces } from '../support/faces.ts';
import { NOTE_ID, OTHER_NOTE_ID } from '../support/fake-tools.ts';
import { sendRaw } from '../support/raw-http.ts';

let faces: RunningFaces;
beforeAll(async () => {
  faces = await startFaces();
});
afterAll(() => faces.close());

const POST_JSON = { method: 'POST', headers: { ...AUTH, 'content-type': 'application/json' } };

describe('routing', () => {
  it.each([
    ['GET', '/v1/nothing', 404, 'ROUTE_UNKNOWN'],
    ['GET', '/V1/keys', 404, 'ROUTE_UNKNOWN'],
    ['POST', '/nothing', 404, 'ROUTE_UNKNOWN'],
    ['GET', '/.well-known/oauth-protected-resource', 404, 'ROUTE_UNKNOWN'],
    ['GET', '/.well-known/oauth-authorization-server', 404, 'ROUTE_UNKNOWN'],
    ['GET', '/v1/notes/%ZZ', 400, 'REQUEST_INVALID'],
    ['GET', '/v1/notes/ev_nope', 400, 'ID_MALFORMED'],
    ['GET', '/v1/notes/..%2F..%2Fetc', 400, 'ID_MALFORMED'],
    ['GET', `/v1/notes/${OTHER_NOTE_ID}`, 404, 'NOT_FOUND'],
    ['POST', '/v1/keys', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', '/v1/notes', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/openapi.json', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/v1/screenshot', 410, 'ROUTE_RETIRED'],
    ['POST', '/v1/pdf', 410, 'ROUTE_RETIRED'],
    ['POST', '/v1/extract/describe', 410, 'ROUTE_RETIRED'],
    ['GET', '/v1/screenshot', 405, 'METHOD_NOT_ALLOWED'],
  ])('answers %s %s with %i %s in JSON', async (...row) => {
    const [method, path, status, code] = row;
    const response = await faces.fetch(path, { method, headers: AUTH });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = (await response.json()) as Record<string, unknown>;
    expect([response.status, body['code']]).toEqual([status, code]);
    expect(body).toMatchObject({ error: expect.any(String), hint: expect.any(String), charged: false });
    expect(body['request_id']).toBe(response.headers.get('x-request-id'));
  });

  it('answers a retired route without a key and whatever the body', async () => {
    for (const body of ['not json', '', Buffer.alloc(6_000_000)]) {
      const response = await faces.fetch('/v1/pdf', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect([response.status, await response.json()]).toEqual([
        410,
        expect.objectContaining({ hint: expect.stringContaining('"pdf"') }),
      ]);
    }
  });

  it.each([
    ['/v1/keys', 'GET, HEAD, OPTIONS'],
    [`/v1/notes/${NOTE_ID}`, 'DELETE, GET, HEAD, OPTIONS'],
    ['/v1/notes', 'POST, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
    ['/mcp', 'POST, OPTIONS'],
    ['/sse', 'GET, OPTIONS'],
    ['/messages', 'POST, OPTIONS'],
  ])('tells what %s allows', async (path, allow) => {
    const sorted = (list: string | null) => list?.split(', ').toSorted();
    const refused = await faces.fetch(path, { method: 'PATCH' });
    expect([refused.status, sorted(refused.headers.get('allow'))]).toEqual([405, sorted(allow)]);
    const options = await faces.fetch(path, { method: 'OPTIONS' });
    expect([options.status, sorted(options.headers.get('allow'))]).toEqual([204, sorted(allow)]);
  });

  it('prefers a static segment to a parameter', async () => {
    expect((await faces.fetch('/v1/notes/search?q=x', { headers: AUTH })).status).toBe(200);
  });

  it('answers HEAD as GET without the body', async () => {
    const head = await faces.fetch(`/v1/notes/${NOTE_ID}`, { method: 'HEAD', headers: AUTH });
    expect([head.status, head.headers.get('x-note-size'), await head.text()]).toEqual([200, '6', '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('gives an id of its own and never one that was sent', async () => {
    const response = await faces.fetch('/healthz', { headers: { 'x-request-id': 'forged' } });
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
  });
});

describe('credentials', () => {
  const status = async (headers: Record<string, string>) => {
    const response = await faces.fetch(`/v1/notes/${NOTE_ID}`, { headers });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };

  it.each([
    [{ authorization: `Bearer ${KEY}` }, 200, undefined],
    [{ authorization: `bearer ${KEY}` }, 200, undefined],
    [{ 'x-api-key': KEY }, 200, undefined],
    [{ authorization: `Bearer ${KEY}`, 'x-api-key': KEY }, 200, undefined],
    [{ authorization: `Bearer ${KEY}`, 'x-api-key': REVOKED_KEY }, 400, 'CREDENTIALS_CONFLICT'],
    [{}, 401, 'AUTHENTICATION_REQUIRED'],
    [{ authorization: 'Basic abc' }, 401, 'AUTHENTICATION_REQUIRED'],
    [{ authorization: 'Bearer nonsense' }, 401, 'API_KEY_UNKNOWN'],
    [{ 'x-api-key': REVOKED_KEY }, 403, 'API_KEY_REVOKED'],
  ])('%o are judged', async (headers, expected, code) => {
    expect(await status(headers as Record<string, string>)).toEqual([expected, code]);
  });

  it('of two equal headers are both seen', async () => {
    const head = `GET /v1/notes/${NOTE_ID} HTTP/1.1\r\nHost: 127.0.0.1:${faces.port}\r\n`;
    const two = `Authorization: Bearer ${KEY}\r\nAuthorization: Bearer ${REVOKED_KEY}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(faces.port, head + two)).toContain('CREDENTIALS_CONFLICT');
  });

  it('that are missing are challenged without pointing at an authorization server', async () => {
    const response = await faces.fetch(`/v1/notes/${NOTE_ID}`);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="affiant"');
  });
});

describe('an answer', () => {
  it('that is a job says where to poll and when', async () => {
    const response = await faces.fetch('/v1/notes', { ...POST_JSON, body: '{"source":"x"}' });
    expect([response.status, response.headers.get('location'), response.headers.get('retry-after')]).toEqual([
      202,
      `${faces.baseUrl}/v1/notes/${NOTE_ID}`,
      '1',
    ]);
  });

  it('carries output fields in headers and is not cached', async () => {
    const response = await faces.fetch('/v1/notes?sync=true', { ...POST_JSON, body: '{"source":"abc"}' });
    expect([response.headers.get('x-note-size'), response.headers.get('cache-control')]).toEqual([
      '3',
      'no-store',
    ]);
  });

  it('that is negative has its own status and body', async () => {
    const response = await faces.fetch(`/v1/notes/${OTHER_NOTE_ID}/verify`, { headers: AUTH });
    expect([response.status, await response.json()]).toEqual([
      409,
      { verified: false, error: 'It differs.', code: 'ARTIFACT_TAMPERED' },
    ]);
  });

  it('to the same idempotency key is marked as a replay', async () => {
    const headers = { ...POST_JSON.headers, 'idempotency-key': 'k-1' };
    const send = () => faces.fetch('/v1/notes', { ...POST_JSON, headers, body: '{"source":"x"}' });
    expect([
      (await send()).headers.get('idempotent-replayed'),
      (await send()).headers.get('idempotent-replayed'),
    ]).toEqual([null, 'true']);
    const bad = await faces.fetch('/v1/notes', {
      ...POST_JSON,
      headers: { ...headers, 'idempotency-key': 'a'.repeat(256) },
      body: '{}',
    });
    expect(bad.status).toBe(400);
  });

  it('hides what nobody foresaw', async () => {
    const text = await (await faces.fetch('/v1/broken', { method: 'POST', headers: AUTH })).text();
    expect(text).toContain('"INTERNAL"');
    expect(text).not.toMatch(/secret|at .*\.ts/);
    expect(faces.audit.at(-1)).toMatchObject({ outcome: 'INTERNAL', operation: 'broken_work', credits: 0 });
  });

  it('of a page’s own text never enters a message', async () => {
    const text = await (
      await faces.fetch('/v1/notes', { ...POST_JSON, body: '{"source":"blocked"}' })
    ).text();
    expect(text).toContain('URL_BLOCKED');
    expect(text).not.toContain('secret');
  });
});

describe('an attachment', () => {
  const download = (headers: Record<string, string> = {}, method = 'GET') =>
    faces.fetch(`/v1/notes/${NOTE_ID}/download`, { method, headers: { ...AUTH, ...headers } });

  it('is streamed as a file that no browser runs', async () => {
    const response = await download();
    expect(await response.text()).toBe('a note');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '6',
      'content-disposition': expect.stringMatching(
        /^attachment; filename=.*; filename\*=UTF-8''notiz%20%E2%80%9E%C3%A4%E2%80%9C\.txt$/,
      ),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: '"abc"',
      'x-note-sha': 'abc',
    });
  });

  it('is not sent again to whom has it', async () => {
    const response = await download({ 'if-none-match': '"abc"' });
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect((await download({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has a HEAD', async () => {
    const response = await download({}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '6',
      '',
    ]);
  });
});
