import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH, type RunningFaces, startFaces } from '../support/faces.ts';
import { NOTE_ID } from '../support/fake-tools.ts';

let faces: RunningFaces;
beforeAll(async () => {
  faces = await startFaces();
});
afterAll(() => faces.close());

type Body = Record<string, unknown> & { seen: Record<string, unknown>; asked: Record<string, unknown> };

async function call(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Body; headers: Headers }> {
  const response = await faces.fetch(path, { ...init, headers: { ...AUTH, ...init.headers } });
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}

const json = (value: unknown, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

function form(fields: readonly (readonly [string, string | Blob, string?])[]): RequestInit {
  const data = new FormData();
  for (const [name, value, filename] of fields) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, filename);
  }
  return { method: 'POST', body: data };
}

describe('a query', () => {
  it.each([
    ['limit=3', { limit: 3 }],
    ['exact=true', { exact: true }],
    ['exact=false', { exact: false }],
    ['minimum=-1.5', { minimum: -1.5 }],
    ['tags=red,blue', { tags: ['red', 'blue'] }],
    ['tags=red&tags=blue', { tags: ['red', 'blue'] }],
    ['tags=%5B%22red%22%5D', { tags: ['red'] }],
    ['phrases=a, b', { phrases: ['a, b'] }],
    ['phrases=a&phrases=b,c', { phrases: ['a', 'b,c'] }],
  ])('%s is read by the schema', async (query, expected) => {
    const { status, body } = await call(`/v1/notes/search?q=x&${query}`);
    expect(status).toBe(200);
    expect(body.asked).toMatchObject(expected);
  });

  it.each([
    ['limit=3x', /limit: .*expected number/],
    ['limit=1e1', /limit: /],
    ['limit=0x10', /limit: /],
    ['limit=', /limit: /],
    ['limit=1&limit=2', /limit: was sent more than once/],
    ['exact=1', /exact: .*expected boolean/],
    ['exact=TRUE', /exact: /],
    ['tags=pink', /tags\.0: /],
    ['colour=red', /colour: unknown field \(fields: q, limit/],
    ['__proto__=x', /__proto__: unknown field/],
    ['constructor=x', /constructor: unknown field/],
  ])('%s is refused by name', async (query, message) => {
    const { status, body } = await call(`/v1/notes/search?q=x&${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'REQUEST_INVALID',
      error: expect.stringMatching(message),
      charged: false,
    });
  });

  it('of a GET takes no body', async () => {
    const { request } = await import('node:http');
    const answer = await new Promise<number | undefined>((resolve) => {
      const req = request(
        `${faces.baseUrl}/v1/notes/search?q=x`,
        { headers: { ...AUTH, 'content-length': 2 } },
        (res) => resolve(res.statusCode),
      );
      req.end('{}');
    });
    expect(answer).toBe(400);
  });
});

describe('a JSON body', () => {
  it('keeps its own types', async () => {
    const { body } = await call(
      '/v1/notes',
      json({ source: '1', weight: 2, sync: true, origin: { name: 'a', year: 1 } }),
    );
    expect(body.seen).toEqual({ source: '1', weight: 2, sync: true, origin: { name: 'a', year: 1 } });
  });

  it('is not coerced', async () => {
    const { status, body } = await call('/v1/notes', json({ source: 'x', sync: 'true' }));
    expect([status, body['error']]).toEqual([400, expect.stringMatching(/sync: .*expected boolean/)]);
  });

  it('may be absent', async () => {
    expect(
      (
        await call('/v1/slow', {
          method: 'POST',
          body: '{"wait":false}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200);
    expect((await call('/v1/notes', { method: 'POST' })).body).toMatchObject({ code: 'SOURCE_MISSING' });
  });

  it('may begin with a byte order mark and have a type with +json', async () => {
    const { status } = await call(
      '/v1/notes?sync=true',
      json('\uFEFF{"source":"x"}', 'application/vnd.note+json; charset=UTF-8'),
    );
    expect(status).toBe(200);
  });

  it.each([
    ['no JSON', '{"source"', 'application/json', 400, 'JSON_MALFORMED'],
    ['a list', '[1]', 'application/json', 400, 'REQUEST_INVALID'],
    ['null', 'null', 'application/json', 400, 'REQUEST_INVALID'],
    ['a text', '"x"', 'application/json', 400, 'REQUEST_INVALID'],
    ['an unknown field', '{"sourc":"x"}', 'application/json', 400, 'REQUEST_INVALID'],
    [
      'a polluting field',
      '{"__proto__":{"sync":true},"source":"x"}',
      'application/json',
      400,
      'REQUEST_INVALID',
    ],
    ['another charset', '{"source":"x"}', 'application/json; charset=utf-16', 415, 'MEDIA_TYPE_UNSUPPORTED'],
    ['a form of a browser', 'source=x', 'application/x-www-form-urlencoded', 415, 'MEDIA_TYPE_UNSUPPORTED'],
  ])('with %s is refused', async (...row) => {
    const [, text, type, status, code] = row;
    expect(await call('/v1/notes', json(text, type))).toMatchObject({ status, body: { code } });
  });

  it('that is not UTF-8 is refused', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const answer = await call('/v1/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'JSON_MALFORMED' } });
  });

  it('that is compressed is refused', async () => {
    const answer = await call('/v1/notes', {
      ...json({}),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(answer).toMatchObject({ status: 415, body: { code: 'MEDIA_TYPE_UNSUPPORTED' } });
  });

  it('is the only kind where no file is taken', async () => {
    for (const init of [form([['wait', 'false']]), json('x', 'text/plain')]) {
      expect(await call('/v1/slow', init)).toMatchObject({ status: 415 });
    }
  });
});

describe('fields in several places', () => {
  it('take the query’s value from the body too', async () => {
    expect((await call('/v1/notes', json({ source: 'x', sync: true }))).status).toBe(200);
    expect((await call('/v1/notes?sync=true', json({ source: 'x' }))).status).toBe(200);
    expect((await call('/v1/notes?sync=true', json({ source: 'x', sync: true }))).status).toBe(200);
  });

  it('must agree', async () => {
    const { status, body } = await call('/v1/notes?sync=true', json({ source: 'x', sync: false }));
    expect([status, body['error']]).toEqual([400, 'sync: has different values in the query and in the body']);
  });

  it.each([
    ['/v1/notes?source=x', json({}), 'source: belongs in the body, not in the query'],
    ['/v1/notes', json({ label: 'x' }), 'label: belongs in the header, not in the body'],
  ])('are named when misplaced: %s', async (path, init, error) => {
    expect(await call(path, init)).toMatchObject({ status: 400, body: { error } });
  });

  it('in the path are refused in the body', async () => {
    const answer = await call(`/v1/notes/${NOTE_ID}/hold`, { ...json({ note_id: NOTE_ID }), method: 'PUT' });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'note_id: belongs in the path, not in the body' },
    });
  });

  it('are read from headers', async () => {
    const { body } = await call('/v1/notes', {
      ...json({ source: 'x', sync: true }),
      headers: { 'content-type': 'application/json', 'x-note-label': 'l' },
    });
    expect(body.seen).toMatchObject({ label: 'l' });
  });
});

describe('a form', () => {
  it('carries a file and fields: objects as JSON, lists repeated, as JSON or with commas', async () => {
    const { status, body } = await call(
      '/v1/notes?sync=true',
      form([
        ['file', new Blob(['hello'], { type: 'text/plain' }), 'ä „b“.txt'],
        ['origin', '{"name":"a","year":3}'],
        ['claims', 'one, two'],
        ['claims', 'three'],
        ['tags', 'red,blue'],
        ['weight', '1.5'],
      ]),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      size: 5,
      seen: {
        filename: 'ä „b“.txt',
        media_type: 'text/plain',
        origin: { name: 'a', year: 3 },
        claims: ['one, two', 'three'],
        tags: ['red', 'blue'],
        weight: 1.5,
      },
    });
  });

  it('may have no file', async () => {
    expect(
      (
        await call(
          '/v1/notes',
          form([
            ['source', 'x'],
            ['sync', 'true'],
          ]),
        )
      ).status,
    ).toBe(200);
  });

  it.each([
    [
      'two files',
      [
        ['file', new Blob(['a']), 'a'],
        ['file', new Blob(['b']), 'b'],
      ],
      'Only one file is taken.',
    ],
    [
      'a file under another name',
      [['document', new Blob(['a']), 'a']],
      'The document must be the part `file`.',
    ],
    [
      'an unknown field',
      [
        ['file', new Blob(['a']), 'a'],
        ['colour', 'red'],
      ],
      /colour: unknown field/,
    ],
    [
      'an object that is no JSON',
      [
        ['source', 'x'],
        ['origin', '{name'],
      ],
      /origin: /,
    ],
    [
      'a scalar twice',
      [
        ['source', 'x'],
        ['source', 'y'],
      ],
      /source: /,
    ],
  ] as const)('with %s is refused', async (_what, fields, error) => {
    const answer = await call('/v1/notes', form(fields));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID', error: expect.stringMatching(error) },
    });
  });

  it.each([
    ['without boundary', 'multipart/form-data', 'x'],
    [
      'that ends early',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['of nonsense', 'multipart/form-data; boundary=b', 'nonsense'],
  ])('%s is refused', async (_what, type, text) => {
    const answer = await call('/v1/notes', json(text, type));
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
  });
});

describe('a raw document', () => {
  it('takes its fields from the query', async () => {
    const init = {
      method: 'POST',
      body: 'raw',
      headers: { 'content-type': 'text/html; charset=x', 'x-source-filename': 'b%C3%A4r.html' },
    };
    const { status, body } = await call('/v1/notes?sync=true&tags=red&weight=2', init);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      size: 3,
      seen: { tags: ['red'], weight: 2, filename: 'bär.html', media_type: 'text/html; charset=x' },
    });
  });

  it('needs no type', async () => {
    const { body } = await call('/v1/notes?sync=true', { method: 'POST', body: Buffer.from('raw') });
    expect(body).toMatchObject({ size: 3 });
  });

  it('must not be empty', async () => {
    expect(await call('/v1/notes', json('', 'application/pdf'))).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    });
    expect(await call('/v1/notes', form([['file', new Blob([]), 'a']]))).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    });
    expect(await call('/v1/notes', json({ file: { base64: '' } }))).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    });
  });
});
