import { expect, it } from 'vitest';
import { KEY, startFaces } from '../support/faces.ts';
import { sendRaw } from '../support/raw-http.ts';

it('refuses a call without credential before its body has come, and records it', async () => {
  await using faces = await startFaces();
  const head = `POST /v1/notes HTTP/1.1\r\nHost: 127.0.0.1:${faces.port}\r\nContent-Type: application/pdf\r\nContent-Length: 1000000\r\n\r\n`;
  const answer = await sendRaw(faces.port, head, /AUTHENTICATION_REQUIRED/);
  expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*WWW-Authenticate: Bearer/);
  expect(faces.audit).toEqual([
    expect.objectContaining({ operation: 'note_create', outcome: 'AUTHENTICATION_REQUIRED' }),
  ]);
});

it('refuses a form of any announced size at once', async () => {
  await using faces = await startFaces();
  const head = `POST /v1/notes HTTP/1.1\r\nHost: 127.0.0.1:${faces.port}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999999\r\n\r\n`;
  expect(await sendRaw(faces.port, head, /PAYLOAD_TOO_LARGE/)).toMatch(/^HTTP\/1\.1 413 /);
});

it('says what was too large when the headers were', async () => {
  await using faces = await startFaces();
  const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${faces.port}\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
  const answer = await sendRaw(faces.port, head, /request_id/);
  expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*The headers of the request are too large\./);
});

it('shows that refusal to a client that is still sending', async () => {
  await using faces = await startFaces();
  const headers = { 'content-type': 'application/pdf' };
  const init = { method: 'POST', headers, body: Buffer.alloc(3 * 1024 * 1024) };
  const answer = await faces.fetch('/v1/notes', init);
  expect([answer.status, await answer.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'AUTHENTICATION_REQUIRED' }),
  ]);
});
