import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, KEY, startTestService, type TestService } from '../../support/api.ts';
import { type AnyClient, connectors } from '../../support/mcp-clients.ts';

const LINES = Array.from({ length: 1_500 }, (_, index) => `Line ${index} of the minutes 📜.`);
const file = { base64: Buffer.from(LINES.join('\n')).toString('base64'), filename: 'minutes.txt' };

let service: TestService;
let client: AnyClient;

beforeAll(async () => {
  service = await startTestService();
  const connect = connectors(service.baseUrl, { 'x-api-key': KEY })['modern HTTP, negotiating'];
  client = await connect!();
});
afterAll(async () => {
  await client.close();
  await service.close();
});

/** Every page of a text over MCP. */
async function readAll(tool: string, input: Json): Promise<Json[]> {
  const pages: Json[] = [];
  for (let offset: unknown = 0; typeof offset === 'number'; ) {
    const answer = await client.callTool(tool, { ...input, offset });
    expect(answer.isError, answer.content[0]?.text).toBeFalsy();
    const page = answer.structuredContent ?? {};
    expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual(page);
    expect(page).toMatchObject({ offset, untrusted: true });
    expect([...String(page['markdown'])].length).toBeLessThanOrEqual(8_000);
    pages.push(page);
    offset = page['next_offset'];
  }
  return pages;
}

const textOf = (pages: readonly Json[]): string => pages.map((page) => page['markdown']).join('');

it('reads a lean extract in pages over MCP, and whole over REST', { timeout: 60_000 }, async () => {
  const { body } = await service.call('/v1/extract', { json: { file, store: false } });
  const text = String(body['markdown']);
  expect(body).toMatchObject({ offset: 0, next_offset: null, total_chars: [...text].length });
  const pages = await readAll('extract', { file, store: false });
  expect(pages.length).toBeGreaterThan(4);
  expect(textOf(pages)).toBe(text);
  const digest = createHash('sha256').update(text).digest('hex');
  expect(new Set(pages.map((page) => page['text_sha256']))).toEqual(new Set([digest]));
  const rest = await service.call('/v1/extract?store=false&offset=8000', { json: { file } });
  expect(rest.body['markdown']).toBe([...text].slice(8_000).join(''));
});

it('reads a stored text in pages, and links to the parts of its bundle', { timeout: 60_000 }, async () => {
  const { structuredContent: bundle, content } = await client.callTool('extract', { file, sync: true });
  const base = `evidence://bundles/${bundle?.['bundle_id']}`;
  expect(content.slice(1).map(({ uri }) => uri)).toEqual([`${base}/manifest`, `${base}/markdown`]);
  const { contents } = await client.readResource(`${base}/markdown`);
  const pages = await readAll('bundle_get', { bundle_id: bundle?.['bundle_id'] });
  expect(textOf(pages)).toBe(contents[0]?.['text']);
  const { body } = await service.call(`/v1/extract/${bundle?.['bundle_id']}`);
  expect(body).toMatchObject({ untrusted: true });
  expect(body).not.toHaveProperty('markdown');
});

it('refuses an offset where no text is answered', async () => {
  const { status, body } = await service.call('/v1/extract?sync=true', { json: { file, offset: 5 } });
  expect([status, body['error']]).toEqual([400, expect.stringMatching(/^offset: needs store=false/)]);
});
