import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestService, type TestService, untilEnded } from '../support/api.ts';
import { buildPdf } from '../support/pdf.ts';
import { type Site, startSite } from '../support/site.ts';

const run = promisify(execFile);
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const QUOTE = 'Grüße aus der Straße, 42 Stück';

let site: Site;
let service: TestService;
let folder: string;

const page = (charset: string) =>
  `<!doctype html><html lang="de"><head><meta charset="${charset}"><title>Größe</title></head>` +
  `<body><h1>Bericht</h1><p>${QUOTE}. Der Vorstand hat in seiner letzten Sitzung beschlossen, den Haushalt für das kommende Jahr zu genehmigen.</p><div style="height:9000px;background:linear-gradient(#fff,#88f)"></div><p>Ende.</p></body></html>`;

beforeAll(async () => {
  site = await startSite();
  site.serve({
    '/one': { status: 301, headers: { location: '/two' } },
    '/two': { status: 302, headers: { location: '/three' } },
    '/three': { status: 307, headers: { location: '/utf8' } },
    '/utf8': { headers: { 'content-type': 'text/html; charset=utf-8' }, body: page('utf-8') },
    '/latin': { headers: { 'content-type': 'text/html' }, body: Buffer.from(page('windows-1252'), 'latin1') },
    '/paper.pdf': {
      headers: { 'content-type': 'application/pdf' },
      body: buildPdf({
        title: 'Paper',
        pages: Array.from({ length: 12 }, (_, index) => `This is page ${index + 1}.`),
      }),
    },
  });
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'affiant-capture-'));
});

afterAll(async () => {
  await service.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const capture = (json: Json) => service.call('/v1/extract?sync=true', { json });

async function download(bundleId: unknown): Promise<string> {
  const response = await fetch(`${service.baseUrl}/v1/extract/${bundleId}/download`, {
    headers: { 'x-api-key': service.env['AFFIANT_BOOTSTRAP_API_KEY'] ?? '' },
  });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  const path = join(folder, `${bundleId}.zip`);
  await writeFile(path, bytes);
  return path;
}

async function signer(): Promise<string> {
  const { body } = await service.call<{ keys: { signer_address: string }[] }>('/v1/keys', { key: null });
  return body.keys.at(-1)?.signer_address ?? '';
}

describe('a page behind three redirects with a body of 9,000 px', () => {
  let bundle: Json;

  beforeAll(async () => {
    const answer = await capture({ source: `${site.url}/one` });
    expect([answer.status, answer.body['code']]).toEqual([200, undefined]);
    expect(answer.headers.get('x-manifest-sha256')).toBe(answer.body['manifest_sha256']);
    bundle = answer.body;
  });

  it('has its redirects, its tiles and its text in the bundle', async () => {
    const { body: manifest, headers } = await service.call<Json>(
      `/v1/extract/${bundle['bundle_id']}/manifest`,
    );
    const seen = manifest['capture'] as Json & { redirects: { status: number }[]; page: Json };
    expect(seen.redirects.map(({ status }) => status)).toEqual([301, 302, 307]);
    expect(seen['final_url']).toBe(`${site.url}/utf8`);
    expect(seen.page).toMatchObject({ tiles: 2, truncated: false });
    expect(headers.get('x-manifest-sha256')).toBe(bundle['manifest_sha256']);
    expect(Object.keys(bundle['artifacts'] as Json).toSorted()).toEqual(
      ['chunks', 'exchanges', 'html', 'markdown', 'pdf', 'screenshot', 'screenshot-01', 'source']
        .concat('main_content')
        .toSorted(),
    );
    expect(bundle['metadata']).toMatchObject({
      title: 'Größe',
      outcome: 'ok',
      language: 'de',
      media_type: 'text/html',
    });
  });

  it('gives its manifest as raw bytes under the digest', async () => {
    const response = await fetch(`${service.baseUrl}/v1/extract/${bundle['bundle_id']}/manifest`, {
      headers: { 'x-api-key': service.env['AFFIANT_BOOTSTRAP_API_KEY'] ?? '' },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(bundle['manifest_sha256']);
  });

  it('verifies in the service, and by its archive with both verifiers', async () => {
    const { status, body } = await service.call(`/v1/extract/${bundle['bundle_id']}/verify`);
    expect([status, body['verified'], body['level']]).toEqual([200, true, 1]);
    const archive = await download(bundle['bundle_id']);
    const trusted = await signer();
    const { stdout } = await run(process.execPath, [MAIN, 'verify', archive, '--signer', trusted, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'verified' });
    const unpacked = join(folder, 'unpacked');
    await run('unzip', ['-q', archive, '-d', unpacked]);
    // The host's own Node, old as it may be: an auditor has nothing else.
    const node = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath;
    await run(node, [join(unpacked, 'verify/verify.mjs'), unpacked, '--signer', trusted]);
    const stranger = `0x${'1'.repeat(40)}`;
    await expect(
      run(node, [join(unpacked, 'verify/verify.mjs'), unpacked, '--signer', stranger]),
    ).rejects.toMatchObject({ code: 1 });
  });

  it('downloads to the same bytes each time', async () => {
    const [first, second] = [
      await readFile(await download(bundle['bundle_id'])),
      await readFile(await download(bundle['bundle_id'])),
    ];
    expect(first.equals(second)).toBe(true);
  });

  it('links a second capture of the same source to the first', async () => {
    const { body: next } = await capture({ source: `${site.url}/one`, include: ['markdown'] });
    expect(next['parent_bundle_id']).toBe(bundle['bundle_id']);
    const { body } = await service.call<{ versions: Json[] }>(`/v1/extract/${next['bundle_id']}/history`);
    expect(body.versions.map(({ bundle_id }) => bundle_id)).toEqual([bundle['bundle_id'], next['bundle_id']]);
    expect(body.versions[0]?.['superseded_by']).toBe(next['bundle_id']);
  });
});

it('a windows-1252 page declared only in its meta element keeps its letters', async () => {
  const { body } = await capture({ source: `${site.url}/latin` });
  const { body: proof } = await service.call(`/v1/extract/${body['bundle_id']}/verify-citation`, {
    json: { text: QUOTE },
  });
  expect(proof).toMatchObject({ verified: true, text_match: 'exact' });
});

it('a PDF of 12 pages is read page by page, from a URL and as an upload, and can be sliced', async () => {
  const byUrl = await capture({ source: `${site.url}/paper.pdf` });
  expect(byUrl.body['metadata']).toMatchObject({ pages: 12, media_type: 'application/pdf', title: 'Paper' });
  const form = new FormData();
  form.set('file', new Blob([await (await fetch(`${site.url}/paper.pdf`)).arrayBuffer()]), 'paper.pdf');
  form.set('pages', '3-5');
  const sliced = await service.call('/v1/extract?sync=true', { method: 'POST', body: form });
  expect(sliced.body['metadata']).toMatchObject({ pages: 3 });
  const { body: proof } = await service.call(`/v1/extract/${sliced.body['bundle_id']}/verify-citation`, {
    json: { text: 'This is page 4.' },
  });
  expect(proof).toMatchObject({ verified: true });
  const beyond = await service.call('/v1/extract?sync=true&pages=40-50', {
    method: 'POST',
    body: await (await fetch(`${site.url}/paper.pdf`)).arrayBuffer(),
    headers: { 'content-type': 'application/pdf' },
  });
  expect([beyond.status, beyond.body['code']]).toEqual([422, 'PAGES_OUT_OF_RANGE']);
});

it('without sync the answer is a job that ends with the bundle', async () => {
  const { status, headers, body } = await service.call('/v1/extract', {
    json: { source: `${site.url}/utf8`, include: ['markdown'] },
  });
  expect(status).toBe(202);
  expect(headers.get('location')).toBe(body['poll_url']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const job = await untilEnded(service, String(body['job_id']));
  expect(job).toMatchObject({
    status: 'complete',
    progress_pct: 100,
    error: null,
    result: { status: 'complete' },
  });
  expect((job['result'] as Json)['bundle_id']).toBe(job['bundle_id']);
});

it('store=false answers the text and keeps nothing', async () => {
  const { status, body } = await service.call('/v1/extract', {
    json: { source: `${site.url}/utf8`, store: false },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'complete',
    untrusted: true,
    markdown: expect.stringContaining(QUOTE),
  });
  expect(body['bundle_id']).toBeUndefined();
  expect(createHash('sha256').update(String(body['markdown'])).digest('hex')).toBe(body['text_sha256']);
});

it('a changed artifact is found: 409 with its name, and the manifest is still served', async () => {
  const { body: bundle } = await capture({ source: `${site.url}/utf8`, include: ['markdown'] });
  const path = join(service.dataDir, 'bundles', String(bundle['bundle_id']), 'artifacts/content.md');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('42', '43'));
  const { status, body } = await service.call(`/v1/extract/${bundle['bundle_id']}/verify`);
  expect([status, body['verified'], body['code']]).toEqual([409, false, 'ARTIFACT_TAMPERED']);
  expect(body['tampered']).toContain('markdown');
  const quick = await service.call(`/v1/extract/${bundle['bundle_id']}/verify?quick=true`);
  expect([quick.status, quick.body['verified']]).toEqual([200, true]);
  const citation = await service.call(`/v1/extract/${bundle['bundle_id']}/verify-citation`, {
    json: { text: QUOTE },
  });
  expect(citation.status).toBe(409);
});

it('a changed manifest is never served', async () => {
  const { body: bundle } = await capture({ source: `${site.url}/utf8`, include: ['markdown'] });
  const path = join(service.dataDir, 'bundles', String(bundle['bundle_id']), 'manifest.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"mode":"extract"', '"mode":"extracd"'));
  const { status, body } = await service.call(`/v1/extract/${bundle['bundle_id']}/manifest`);
  expect([status, body['code']]).toEqual([409, 'ARTIFACT_TAMPERED']);
});

it('a sample bundle is ready to be verified and cited', async () => {
  const { status, body } = await service.call('/v1/quickstart/sample-bundle', { json: {} });
  expect([status, body['status']]).toEqual([201, 'complete']);
  const { body: proof } = await service.call(`/v1/extract/${body['bundle_id']}/verify-citation`, {
    json: { text: 'approved the budget of 1,200,000 EUR', format: 'portable' },
  });
  expect(proof).toMatchObject({ verified: true, portable_proof: { schema: 'affiant-citation/v1' } });
});
