import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, KEY, startTestService, type TestService } from '../support/api.ts';
import { connectors } from '../support/mcp-clients.ts';
import { buildPdf } from '../support/pdf.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const document = buildPdf({
  title: 'Minutes',
  pages: ['The board approved the budget.', 'The meeting was closed.'],
});
const base64 = Buffer.from(document).toString('base64');

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** A bundle without what differs between two captures: ids, times, and all that follows from them. */
function comparable(bundle: Json): Json {
  const volatile =
    /^(id|bundle_id|created_at|manifest_sha256|merkle_root|signed_at|signature|captured_at|parent_bundle_id|superseded_by)$/;
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    // chunks.json holds the salts, which are new for each bundle.
    const kept = Object.entries(value).filter(([name]) => name !== 'chunks');
    return Object.fromEntries(
      kept.map(([name, member]) => [
        name,
        volatile.test(name) && typeof member !== 'object' ? typeof member : strip(member),
      ]),
    );
  };
  return strip({ ...bundle, parent_bundle_id: '', superseded_by: '' }) as Json;
}

async function byRestJson(): Promise<Json> {
  const { status, body } = await service.call('/v1/extract', {
    json: { file: { base64, filename: 'minutes.pdf' }, sync: true },
  });
  expect(status).toBe(200);
  return body;
}

it('the same capture has the same fields through every face', { timeout: 120_000 }, async () => {
  const reference = comparable(await byRestJson());
  expect(reference['metadata']).toMatchObject({ pages: 2, title: 'Minutes', outcome: 'ok' });

  const form = new FormData();
  form.set(
    'file',
    new Blob([document as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }),
    'minutes.pdf',
  );
  const multipart = await service.call('/v1/extract?sync=true', { method: 'POST', body: form });
  expect(comparable(multipart.body), 'REST multipart').toEqual(reference);

  const raw = await service.call('/v1/extract?sync=true', {
    method: 'POST',
    body: document as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': 'application/pdf', 'x-source-filename': 'minutes.pdf' },
  });
  expect(comparable(raw.body), 'REST raw body').toEqual(reference);

  const stdio = {
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: { ...(process.env as Record<string, string>), ...service.env, AFFIANT_API_KEY: KEY },
  };
  for (const [label, connect] of Object.entries(
    connectors(service.baseUrl, { authorization: `Bearer ${KEY}` }, stdio),
  )) {
    const client = await connect();
    const answer = await client.callTool('extract', {
      file: { base64, filename: 'minutes.pdf' },
      sync: true,
    });
    await client.close();
    expect(answer.isError, label).toBeFalsy();
    expect(comparable(answer.structuredContent ?? {}), label).toEqual(reference);
    expect(JSON.parse(answer.content[0]?.text ?? '{}'), label).toEqual(answer.structuredContent);
  }
});

it('a failure has the same code through every face', { timeout: 120_000 }, async () => {
  const { status, body } = await service.call('/v1/extract', {
    json: { source: 'http://192.168.0.1/', sync: true },
  });
  expect([status, body['code']]).toEqual([422, 'URL_BLOCKED']);
  for (const [label, connect] of Object.entries(connectors(service.baseUrl, { 'x-api-key': KEY }))) {
    const client = await connect();
    const answer = await client.callTool('extract', { source: 'http://192.168.0.1/', sync: true });
    await client.close();
    expect(answer.isError, label).toBe(true);
    expect(answer.content[0]?.text, label).toContain('URL_BLOCKED');
    expect(answer.content[0]?.text, label).toContain(String(body['error']));
  }
});

it('stdio without a service on the data folder opens one itself, as owner local', {
  timeout: 120_000,
}, async () => {
  const env = { ...(process.env as Record<string, string>), AFFIANT_DATA_DIR: `${service.dataDir}-stdio` };
  const connect = connectors(service.baseUrl, {}, { command: process.execPath, args: [MAIN, 'mcp'], env })[
    'legacy stdio'
  ];
  const client = await connect?.();
  const answer = await client?.callTool('extract', { file: { base64, filename: 'minutes.pdf' }, sync: true });
  expect(answer?.structuredContent?.['status']).toBe('complete');
  const verdict = await client?.callTool('bundle_verify', {
    bundle_id: answer?.structuredContent?.['bundle_id'],
  });
  expect(verdict?.structuredContent?.['verified']).toBe(true);
  await client?.close();
});
