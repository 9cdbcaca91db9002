import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH, KEY, type RunningFaces, startFaces } from '../support/faces.ts';
import { sendRaw } from '../support/raw-http.ts';

const LIMIT = 4 * 1024 * 1024;

let faces: RunningFaces;
beforeAll(async () => {
  faces = await startFaces();
});
afterAll(() => faces.close());

const forms: Record<string, (size: number) => RequestInit> = {
  raw: (size) => ({ body: Buffer.alloc(size), headers: { 'content-type': 'application/pdf' } }),
  'raw without length': (size) =>
    ({
      body: new Blob([Buffer.alloc(size)]).stream(),
      duplex: 'half',
      headers: { 'content-type': 'application/pdf' },
    }) as RequestInit,
  multipart: (size) => {
    const body = new FormData();
    body.set('file', new Blob([Buffer.alloc(size)]), 'a.pdf');
    return { body };
  },
  base64: (size) => ({
    body: JSON.stringify({ file: { base64: Buffer.alloc(size).toString('base64') } }),
    headers: { 'content-type': 'application/json' },
  }),
};

describe.each(Object.keys(forms))('an upload as %s', (kind) => {
  const send = (size: number) => {
    const init = forms[kind]!(size);
    return faces.fetch('/v1/notes?sync=true', {
      ...init,
      method: 'POST',
      headers: { ...AUTH, ...init.headers },
    });
  };

  it('may have as many bytes as the limit', async () => {
    const response = await send(LIMIT);
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ size: LIMIT })]);
  });

  it.each([1, 8 * 1024 * 1024])('is refused with %i bytes more, and the client sees why', async (more) => {
    const response = await send(LIMIT + more);
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    ]);
  });
});

it('refuses an announced upload of any size at once', async () => {
  const head = `POST /v1/notes HTTP/1.1\r\nHost: 127.0.0.1:${faces.port}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/pdf\r\nContent-Length: 99999999999\r\n\r\n`;
  expect(await sendRaw(faces.port, head, /PAYLOAD_TOO_LARGE/)).toMatch(/^HTTP\/1\.1 413 /);
});

it('shows the refusal to a client that closes after its request', async () => {
  const status = await new Promise((resolve, reject) => {
    const req = request(`${faces.baseUrl}/v1/notes`, {
      method: 'POST',
      agent: false,
      headers: { ...AUTH, connection: 'close', 'content-type': 'text/plain' },
    });
    req.on('response', (response) => resolve(response.statusCode));
    req.on('error', reject);
    req.end(Buffer.alloc(3 * LIMIT));
  });
  expect(status).toBe(413);
});

it('survives a client that breaks off in the middle', async () => {
  for (const type of ['application/pdf', 'application/json', 'multipart/form-data; boundary=b']) {
    const head = `POST /v1/notes HTTP/1.1\r\nHost: 127.0.0.1:${faces.port}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n--b`;
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(faces.port, '127.0.0.1', () => socket.write(head, () => socket.destroy()));
      socket.on('close', () => resolve());
    });
  }
  expect((await faces.fetch('/healthz')).status).toBe(200);
  expect(faces.faults).toEqual([]);
});
