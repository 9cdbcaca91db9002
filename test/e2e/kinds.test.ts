import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestService, type TestService } from '../support/api.ts';
import { bundleFile } from '../support/bundle-files.ts';
import { pagePng } from '../support/images.ts';
import { docxParts, wordParagraph, zipOf } from '../support/office-files.ts';
import { buildPdf } from '../support/pdf.ts';
import { type Site, startSite } from '../support/site.ts';

/** Stands on the picture of `pagePng`. */
const QUOTE = 'Dues of 23,460 crowns were collected.';

let site: Site;
let service: TestService;

beforeAll(async () => {
  [site, service] = [await startSite(), await startTestService()];
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const upload = (bytes: Uint8Array, contentType: string, query = '') =>
  service.call(`/v1/extract?sync=true${query}`, {
    method: 'POST',
    body: Buffer.from(bytes),
    headers: { 'content-type': contentType },
  });
const capture = (path: string, more: Json = {}) =>
  service.call('/v1/extract?sync=true', { json: { source: `${site.url}${path}`, ...more } });
const cite = (bundleId: unknown, text: string) =>
  service.call(`/v1/extract/${bundleId}/verify-citation`, { json: { text } });

describe('every kind of document becomes a bundle that can be cited', () => {
  it('an uploaded picture, with its OCR text apart', async () => {
    const { status, body } = await upload(await pagePng(), 'image/png');
    expect([status, body['code']]).toEqual([200, undefined]);
    expect(Object.keys(body['artifacts'] as Json).toSorted()).toEqual([
      'chunks',
      'markdown',
      'ocr',
      'source',
    ]);
    expect(body['metadata']).toMatchObject({ pages: 1, media_type: 'image/png', outcome: 'ok' });
    expect((await cite(body['bundle_id'], QUOTE)).body).toMatchObject({ verified: true });
    const { body: manifest } = await service.call<{ software: Json }>(
      `/v1/extract/${body['bundle_id']}/manifest`,
    );
    expect(manifest.software['ocr']).toMatch(/^tesseract\.js\//);
    const ocr = await bundleFile(service, body['bundle_id'], 'artifacts/ocr.txt');
    expect(ocr.toString('utf8')).toContain(QUOTE);
  });

  it('an office file behind an address', async () => {
    const docx = await zipOf(docxParts({ title: 'Dues', body: wordParagraph(QUOTE) }));
    site.serve({ '/dues.docx': { headers: { 'content-type': 'application/octet-stream' }, body: docx } });
    const { body } = await capture('/dues.docx');
    expect(body['metadata']).toMatchObject({
      title: 'Dues',
      media_type: expect.stringContaining('wordprocessing'),
    });
    expect((await cite(body['bundle_id'], QUOTE)).body).toMatchObject({ verified: true });
  });

  it.each([
    ['a PDF with nothing on it', buildPdf({ pages: [''] }), 'NO_TEXT_FOUND'],
    ['a PDF with a password', buildPdf({ pages: ['x'], isEncrypted: true }), 'DOCUMENT_ENCRYPTED'],
    ['noise', Buffer.from('00ff01fe02', 'hex'), 'DOCUMENT_UNSUPPORTED'],
  ])('but not %s', async (_, bytes, code) => {
    const { status, body } = await upload(bytes, 'application/octet-stream');
    expect([status, body['code']]).toEqual([422, code]);
  });
});

describe('a web page', () => {
  it('is kept as MHTML on request, whole with what it loads', async () => {
    const png = await pagePng();
    site.serve({
      '/whole': '<!doctype html><title>Whole</title><p>words<img src="/page.png">',
      '/page.png': { headers: { 'content-type': 'image/png' }, body: png },
    });
    const { body } = await capture('/whole', { include: ['mhtml', 'markdown'] });
    const mhtml = (await bundleFile(service, body['bundle_id'], 'artifacts/page.mhtml')).toString('latin1');
    expect(mhtml).toMatch(/^From: <Saved by Blink>/);
    expect(mhtml.replace(/\r\n/g, '')).toContain(png.toString('base64').slice(0, 200));
    const { body: verdict } = await service.call(`/v1/extract/${body['bundle_id']}/verify`);
    expect(verdict['verified']).toBe(true);
  });

  it('shows its consent banner, which is recorded and not clicked', async () => {
    site.serve({
      '/banner': `<!doctype html><title>Banner</title><h1>Harbour news</h1><p>${QUOTE}</p>
        <div id="cookie-consent">We use cookies. <button onclick="fetch('/accepted')">Accept</button></div>`,
    });
    const { body } = await capture('/banner', { include: ['markdown'] });
    const metadata = body['metadata'] as Json;
    expect(metadata['signals']).toContainEqual({ code: 'consent_banner', count: 1 });
    expect([metadata['outcome'], site.count('/accepted')]).toEqual(['ok', 0]);
  });

  it.each([
    ['blocked', { status: 403, body: '<title>Just a moment...</title><p>Verify you are human' }],
    ['login_wall', { body: '<title>Sign in</title><form><input type="password"></form><p>Please sign in' }],
    ['empty', { body: '<!doctype html><title>x</title>' }],
    ['error_page', { status: 404, body: '<h1>Not here</h1>' }],
  ] as const)('that is %s is evidence too, and says so', async (outcome, route) => {
    site.serve({ '/met': route });
    const { status, body } = await capture('/met', { include: ['markdown'] });
    expect([status, (body['metadata'] as Json)['outcome']]).toEqual([200, outcome]);
  });
});
