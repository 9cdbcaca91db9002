import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageSnapshot, RenderOptions } from '../../../src/domain/capture/port.ts';
import {
  htmlDocument,
  idleContext,
  PLAIN_RENDER,
  startRenderer,
  type TestRenderer,
} from '../../support/renderer.ts';
import { type Site, startSite } from '../../support/site.ts';

let site: Site;
let test: TestRenderer;
let render: (html: string, options?: Partial<RenderOptions>) => Promise<PageSnapshot>;

beforeAll(async () => {
  site = await startSite();
  test = await startRenderer();
  render = (html, options = {}) =>
    test.renderer.render(
      htmlDocument(`${site.url}/page`, html),
      { ...PLAIN_RENDER, ...options },
      idleContext(),
    );
});
afterAll(async () => {
  await test.close();
  await site.close();
});

const codes = (page: PageSnapshot) => page.signals.map(({ code }) => code);
const MAX_CHARS = 16 * 1024 ** 2;

describe('a document longer than what is kept', { timeout: 60_000 }, () => {
  it('is left out when its attributes make it so, and its text is kept', async () => {
    const script = `for (let i = 0; i < 4; i++) { const d = document.createElement('div');
      d.setAttribute('data-x', 'A'.repeat(60e6)); document.body.append(d) }`;
    const page = await render(`<p>kept</p><script>${script}</script>`, { mhtml: true });
    expect(page.html).toBe('');
    expect(page.readableHtml).toContain('<p>kept</p>');
    expect(page.mhtml).toBeNull();
    expect(codes(page)).toContain('page_truncated');
    expect(page.signals).toContainEqual({ code: 'artifact_left_out', detail: 'mhtml' });
  });

  it('is cut when its text makes it so', async () => {
    const page = await render(`<title>x</title><p>first<p id=p hidden><script>
      document.title = 'T'.repeat(3e6); const d = document.createElement('details');
      d.append('&'.repeat(20e6)); document.body.append(d)</script>`);
    expect(page.readableHtml).toContain('first');
    expect(page.readableHtml.length).toBeLessThanOrEqual(MAX_CHARS);
    expect(page.html).toBe('');
    expect(page.title.length).toBeLessThan(10_000);
    expect(codes(page)).toContain('page_truncated');
  });
});

describe('a page that does not rest', { timeout: 60_000 }, () => {
  it.each([
    ['reloads itself', 'location.reload()'],
    ['sends its reader on and on', "setTimeout(() => location = '/again?' + Math.random(), 10)"],
    ['loops without end', 'for (;;);'],
    ['loops without end after a while', 'setTimeout(() => { for (;;); }, 100)'],
    ['asks without end', 'for (;;) alert(1)'],
  ])('is captured as it stands when it %s', async (_, code) => {
    const html = `<!doctype html><title>Restless</title><p>text</p><script>${code}</script>`;
    const answer = { headers: { 'content-type': 'text/html' }, body: html };
    site.serve({ '/page': answer, '/again': answer });
    const started = performance.now();
    const page = await render(html, { screenshot: true });
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(page).toMatchObject({ title: 'Restless', screenshots: [expect.anything()] });
    expect(page.readableHtml).toContain('<p>text</p>');
    expect(codes(page).filter((code) => code === 'not_settled')).toHaveLength(1);
  });
});

it('a connection that no request explains is listed without a status', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const page = await render(`<p>x<script>new WebSocket('ws://127.0.0.1:${port}/')</script>`, { waitMs: 500 });
  expect(page.exchanges).toEqual([
    {
      url: `https://127.0.0.1:${port}`,
      method: 'CONNECT',
      status: null,
      address: '127.0.0.1',
      bytes: 0,
      mediaType: null,
    },
  ]);
  silent.close();
});
