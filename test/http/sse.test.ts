import { type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { AUTH, type RunningFaces, startFaces } from '../support/faces.ts';

/** An answer to GET /sse, asked from an address of loopback. */
const open = ({ port }: RunningFaces, localAddress = '127.0.0.1'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/sse', localAddress, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });

/** Where the stream takes messages: its first event says so. */
async function messagesOf(stream: IncomingMessage): Promise<string> {
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    const path = /^data: (\/messages\S+)/m.exec(String(piece))?.[1];
    if (path) return path;
  }
  throw new Error('the stream named no address');
}

it('opens five streams for one address', async () => {
  await using faces = await startFaces();
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(faces)));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  const refused = await open(faces);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['content-type']).toMatch(/^application\/json/);
  const other = await open(faces, '127.0.0.2');
  expect(other.statusCode).toBe(200);
  for (const stream of [...streams, refused, other]) stream.destroy();
});

it('opens a hundred streams for all', async () => {
  await using faces = await startFaces();
  const addresses = Array.from({ length: 100 }, (_, index) => `127.0.1.${1 + (index % 20)}`);
  const streams = await Promise.all(addresses.map((address) => open(faces, address)));
  expect(streams.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const refused = await open(faces);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  for (const stream of [...streams, refused]) stream.destroy();
});

it('opens no stream for HEAD', async () => {
  await using faces = await startFaces();
  const { status, headers } = await faces.fetch('/sse', { method: 'HEAD' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
});

it.each([
  ['another type', 'text/plain', '{}', 415, 'MEDIA_TYPE_UNSUPPORTED'],
  ['broken JSON', 'application/json', '{"<script>', 400, 'JSON_MALFORMED'],
  ['no JSON-RPC', 'application/json', '{"method":"<script>"}', 400, 'REQUEST_INVALID'],
])('refuses a message that is %s in JSON, without repeating it', async (...row) => {
  const [, type, body, status, code] = row;
  await using faces = await startFaces();
  const stream = await open(faces);
  const headers = { ...AUTH, 'content-type': type };
  const answer = await faces.fetch(await messagesOf(stream), { method: 'POST', headers, body });
  const text = await answer.text();
  expect([answer.status, JSON.parse(text)]).toEqual([status, expect.objectContaining({ code })]);
  expect(text).not.toContain('<script>');
  stream.destroy();
});
