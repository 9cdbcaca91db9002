import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, startTestService, type TestService } from '../support/api.ts';

const LIMIT = 4 * 1024 * 1024;
const UNKNOWN = 'ev_01JD0000000000000000000000';
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Run an operator's command beside the running service. */
async function affiant(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...service.env },
  });
  return stdout;
}

function upload(bytes: Uint8Array, filename = 'a.txt'): FormData {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  return form;
}

const cases: readonly (readonly [string, () => Promise<{ status: number; body: Json }>, number, string])[] = [
  ['no source', () => service.call('/v1/extract', { json: {} }), 400, 'SOURCE_MISSING'],
  [
    'an unknown mode',
    () => service.call('/v1/extract', { json: { source: 'https://example.com', mode: 'sing' } }),
    400,
    'REQUEST_INVALID',
  ],
  [
    'an unknown field',
    () => service.call('/v1/extract', { json: { source: 'https://example.com', colour: 1 } }),
    400,
    'REQUEST_INVALID',
  ],
  [
    'malformed JSON',
    () =>
      service.call('/v1/extract', {
        method: 'POST',
        body: '{"source":',
        headers: { 'content-type': 'application/json' },
      }),
    400,
    'JSON_MALFORMED',
  ],
  ['JSON that is no object', () => service.call('/v1/extract', { json: [1] }), 400, 'REQUEST_INVALID'],
  ['a malformed bundle id', () => service.call('/v1/extract/ev_nonsense'), 400, 'ID_MALFORMED'],
  ['a malformed job id', () => service.call('/v1/jobs/42'), 400, 'ID_MALFORMED'],
  ['an unknown route', () => service.call('/v1/nothing'), 404, 'ROUTE_UNKNOWN'],
  ['a wrong method', () => service.call('/v1/keys', { method: 'DELETE' }), 405, 'METHOD_NOT_ALLOWED'],
  [
    'a retired route',
    () => service.call('/v1/screenshot', { method: 'POST', key: null }),
    410,
    'ROUTE_RETIRED',
  ],
  [
    'an upload of 4 MiB and one byte',
    () => service.call('/v1/extract', { method: 'POST', body: upload(new Uint8Array(LIMIT + 1).fill(65)) }),
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'an empty file',
    () => service.call('/v1/extract', { method: 'POST', body: upload(new Uint8Array()) }),
    400,
    'FILE_EMPTY',
  ],
  [
    'pages in the wrong order',
    () => service.call('/v1/extract', { json: { file: { base64: 'SGk=' }, pages: '5-2' } }),
    400,
    'REQUEST_INVALID',
  ],
  [
    'a malformed page range',
    () => service.call('/v1/extract', { json: { file: { base64: 'SGk=' }, pages: 'one' } }),
    400,
    'REQUEST_INVALID',
  ],
  [
    'no credential',
    () => service.call('/v1/extract', { json: { source: 'https://example.com' }, key: null }),
    401,
    'AUTHENTICATION_REQUIRED',
  ],
  [
    'an unknown key',
    () => service.call(`/v1/extract/${UNKNOWN}`, { key: `afk_nobody00_${'x'.repeat(40)}` }),
    401,
    'API_KEY_UNKNOWN',
  ],
  [
    'another secret',
    () => service.call(`/v1/extract/${UNKNOWN}`, { key: `afk_testowner1_${'x'.repeat(40)}` }),
    401,
    'API_KEY_UNKNOWN',
  ],
  [
    'two different keys',
    () =>
      service.call(`/v1/extract/${UNKNOWN}`, {
        headers: {
          authorization: `Bearer afk_nobody00_${'x'.repeat(40)}`,
          'x-api-key': `afk_nobody01_${'x'.repeat(40)}`,
        },
      }),
    400,
    'CREDENTIALS_CONFLICT',
  ],
  ['a bundle that is not there', () => service.call(`/v1/extract/${UNKNOWN}`), 404, 'NOT_FOUND'],
  [
    'a link-local address',
    () => service.call('/v1/extract?sync=true', { json: { source: 'http://169.254.169.254/latest/' } }),
    422,
    'URL_BLOCKED',
  ],
  [
    'another scheme',
    () => service.call('/v1/extract?sync=true', { json: { source: 'file:///etc/passwd' } }),
    422,
    'URL_BLOCKED',
  ],
];

it.each(cases)('%s is refused with the documented status and code', async (...[, request, status, code]) => {
  const { body, ...answer } = await request();
  expect([answer.status, body['code']]).toEqual([status, code]);
  expect(body).toMatchObject({
    error: expect.any(String),
    hint: expect.any(String),
    charged: false,
    request_id: expect.stringMatching(/^req_/),
  });
});

it('4 MiB exactly are accepted', async () => {
  const { status } = await service.call('/v1/extract?store=false', {
    method: 'POST',
    body: upload(new Uint8Array(LIMIT).fill(65)),
  });
  expect(status).toBe(200);
});

it('somebody else’s bundle is as absent as none', async () => {
  const { body: bundle } = await service.call('/v1/extract?sync=true', {
    json: { file: { base64: 'SGVsbG8gd29ybGQ=', filename: 'a.txt' } },
  });
  const { key } = JSON.parse(await affiant('apikeys', 'create', '--json')) as { key: string };
  for (const path of ['', '/manifest', '/verify', '/history', '/download']) {
    const foreign = await service.call(`/v1/extract/${bundle['bundle_id']}${path}`, { key });
    const absent = await service.call(`/v1/extract/${UNKNOWN}${path}`, { key });
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' });
  }
});

it('a suspended and a revoked key are refused with 403, a resumed one works', async () => {
  const { key, id } = JSON.parse(await affiant('apikeys', 'create', '--json')) as { key: string; id: string };
  const status = async () => {
    const answer = await service.call(`/v1/extract/${UNKNOWN}`, { key });
    return [answer.status, answer.body['code']];
  };
  expect(await status()).toEqual([404, 'NOT_FOUND']);
  await affiant('apikeys', 'suspend', id);
  expect(await status()).toEqual([403, 'API_KEY_SUSPENDED']);
  await affiant('apikeys', 'resume', id);
  expect(await status()).toEqual([404, 'NOT_FOUND']);
  await affiant('apikeys', 'revoke', `afk_${id}`);
  expect(await status()).toEqual([403, 'API_KEY_REVOKED']);
});

it('nothing of a refused call is stored', async () => {
  const before = await readdir(join(service.dataDir, 'bundles'));
  await service.call('/v1/extract?sync=true', { json: { source: 'http://10.0.0.1/' } });
  await service.call('/v1/extract?sync=true', {
    method: 'POST',
    body: upload(Buffer.from('%PDF-1.7 nonsense'), 'a.pdf'),
  });
  expect(await readdir(join(service.dataDir, 'bundles'))).toEqual(before);
  // A job's inputs go right after its end.
  for (const name of ['jobs', 'staging']) {
    await expect.poll(() => readdir(join(service.dataDir, 'tmp', name))).toEqual([]);
  }
});

it('no secret of a credential is in the log', async () => {
  const log = service.process.log();
  expect(log).toContain('"operation":"bundle_get"');
  expect(log).not.toMatch(/0123456789abcdefghijklmnopqrstuvwxyzABCD|x{40}/);
});
