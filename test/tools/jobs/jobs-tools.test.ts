import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, KEY, startTestService, type TestService, untilEnded } from '../../support/api.ts';
import { serveHanging } from '../../support/hanging-page.ts';
import { connectors } from '../../support/mcp-clients.ts';
import { freePort } from '../../support/service-process.ts';
import { type Site, startSite } from '../../support/site.ts';

const TOKEN = 'planted-6b1f2a';

let service: TestService;
let site: Site;

beforeAll(async () => {
  site = await startSite({ '/page': '<!doctype html><title>Page</title><p>Some words.' });
  service = await startTestService({ AFFIANT_CAPTURE_CONCURRENCY: '2' });
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const upload = (words: string, filename = 'a.txt') => ({
  file: { base64: Buffer.from(words).toString('base64'), filename },
});
const create = (items: readonly Json[], headers: Record<string, string> = {}) =>
  service.call('/v1/jobs', { json: { items }, headers });
const list = async (query = '') =>
  (await service.call<{ jobs: Json[]; next_cursor: string | null }>(`/v1/jobs${query}`)).body;
const used = async () => {
  const { body } = await service.call('/v1/quota');
  return Number(body['monthly_credits']) - Number(body['remaining']);
};
const inputs = () => readdir(join(service.dataDir, 'tmp', 'jobs'));

describe('jobs_create', () => {
  it('captures every item once, tells which ones failed, and charges one price', {
    timeout: 60_000,
  }, async () => {
    const before = await used();
    const unreachable = `http://127.0.0.1:${await freePort()}/`;
    const { status, headers, body } = await create([
      upload('First words.', 'first.txt'),
      { source: `${site.url}/page`, source_headers: { 'x-token': TOKEN }, include: ['markdown'] },
      { source: unreachable },
      { source: 'http://192.168.0.1/', store: true },
    ]);
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'queued', job_id: expect.stringMatching(/^job_/) });
    expect(headers.get('location')).toBe(`${service.baseUrl}/v1/jobs/${body['job_id']}`);
    const job = await untilEnded(service, String(body['job_id']));
    expect(job).toMatchObject({
      type: 'batch',
      status: 'complete',
      progress_pct: 100,
      bundle_id: null,
      result: null,
      error: null,
      items: [
        { index: 0, source: 'first.txt', status: 'complete', error: null, error_code: null },
        { index: 1, source: `${site.url}/page`, status: 'complete' },
        { index: 2, source: unreachable, status: 'failed', bundle_id: null },
        { index: 3, status: 'failed', error_code: 'URL_BLOCKED' },
      ],
    });
    const bundles = (job['items'] as Json[]).map((item) => item['bundle_id']).filter(Boolean);
    expect(new Set(bundles).size).toBe(2);
    for (const bundle of bundles) {
      const verdict = await service.call(`/v1/extract/${bundle}/verify`);
      expect([verdict.status, verdict.body['verified']]).toEqual([200, true]);
    }
    expect(site.requests.find(({ path }) => path === '/page')?.headers['x-token']).toBe(TOKEN);
    expect((await used()) - before).toBe(75);
    await expect.poll(inputs, { message: 'uploads and source headers are wiped' }).toEqual([]);
    expect(service.process.log()).not.toContain(TOKEN);
  });

  it('fails and costs nothing when no item succeeds', { timeout: 60_000 }, async () => {
    const before = await used();
    const { body } = await create([{ source: 'http://192.168.0.1/' }, { source: 'http://192.168.0.2/' }]);
    expect(await untilEnded(service, String(body['job_id']))).toMatchObject({
      status: 'failed',
      error_code: 'URL_BLOCKED',
      error: expect.stringMatching(/^No item succeeded\. The first one: /),
    });
    expect(await used()).toBe(before);
  });

  it.each<[string, Json, Json]>([
    ['no source', {}, { code: 'SOURCE_MISSING', index: 1 }],
    ['a malformed URL', { source: 'not a url' }, { code: 'REQUEST_INVALID', index: 1 }],
    [
      'a scheme that is not fetched',
      { source: 'ftp://example.com/' },
      { code: 'REQUEST_INVALID', item_code: 'URL_BLOCKED', index: 1 },
    ],
    ['an empty file', upload(''), { code: 'FILE_EMPTY', index: 1 }],
    ['an unknown field', { source: 'https://example.com/', shop: 1 }, { code: 'REQUEST_INVALID' }],
    [
      'a malformed id',
      { ...upload('Words.'), parent_bundle_id: 'ev_1' },
      { code: 'ID_MALFORMED', error: 'items.1.parent_bundle_id: has a wrong form' },
    ],
    ['no storage', { source: 'https://example.com/', store: false }, { code: 'REQUEST_INVALID' }],
    [
      'a parent of nobody',
      { ...upload('Words.'), parent_bundle_id: 'ev_01JD0000000000000000000000' },
      { code: 'REQUEST_INVALID', item_code: 'NOT_FOUND', index: 1 },
    ],
  ])('refuses the whole call for one item with %s, naming its index', async (_what, item, expected) => {
    const before = await Promise.all([used(), list()]);
    const { status, body } = await create([upload('Fine.'), item]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ...expected, charged: false });
    expect(body['error']).toContain('items.1');
    expect(await Promise.all([used(), list()])).toEqual(before);
    expect(await inputs()).toEqual([]);
  });

  it('takes one to ten items', async () => {
    for (const count of [0, 11]) {
      const { status } = await create(Array.from({ length: count }, () => upload('Words.')));
      expect(status).toBe(400);
    }
  });

  it('answers a repeated call with the same job', async () => {
    const headers = { 'idempotency-key': 'batch-1' };
    const first = await create([upload('Once.')], headers);
    const second = await create([upload('Once.')], headers);
    expect(second.body['job_id']).toBe(first.body['job_id']);
    await untilEnded(service, String(first.body['job_id']));
  });

  it('does the same over MCP', { timeout: 60_000 }, async () => {
    const connect = connectors(service.baseUrl, { 'x-api-key': KEY })['modern HTTP, pinned'];
    const client = await connect?.();
    const answer = await client?.callTool('jobs_create', { items: [upload('By MCP.', 'mcp.txt')] });
    const job_id = String(answer?.structuredContent?.['job_id']);
    await untilEnded(service, job_id);
    const job = await client?.callTool('job_get', { job_id });
    expect(job?.structuredContent).toMatchObject({
      status: 'complete',
      items: [{ index: 0, source: 'mcp.txt', bundle_id: expect.stringMatching(/^ev_/) }],
    });
    const listed = await client?.callTool('jobs_list', { type: 'batch', limit: 1 });
    expect(listed?.structuredContent).toMatchObject({ jobs: [{ job_id }] });
    const ended = await client?.callTool('job_cancel', { job_id });
    expect(ended?.isError).toBe(true);
    expect(ended?.content[0]?.text).toContain('JOB_ENDED');
    await client?.close();
  });
});

describe('jobs_list', () => {
  it('pages through the jobs, newest first', async () => {
    const all = await list('?limit=200');
    const created = all.jobs.map((job) => String(job['created_at']));
    expect(all.jobs.length).toBeGreaterThan(2);
    expect(created).toEqual(created.toSorted().reverse());
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([first, second].map(({ jobs }) => jobs[0])).toEqual(all.jobs.slice(0, 2));
    for (const job of (await list('?status=failed')).jobs) expect(job['status']).toBe('failed');
    expect(await service.call('/v1/jobs?limit=201')).toMatchObject({ status: 400 });
    expect(await service.call('/v1/jobs', { key: null })).toMatchObject({ status: 401 });
  });
});

describe('job_cancel', () => {
  it('stops the work under way, publishes nothing, charges nothing and wipes what it had', {
    timeout: 60_000,
  }, async () => {
    const before = await used();
    const page = serveHanging(site, '/hangs');
    const { body } = await service.call('/v1/extract', {
      json: { source: page.source, source_headers: { 'x-token': TOKEN } },
    });
    const job = `/v1/jobs/${body['job_id']}`;
    await page.connected;
    expect(await used()).toBe(before + 75);
    await expect
      .poll(async () => (await service.call(job)).body)
      .toMatchObject({ status: 'processing', progress_pct: 5, progress_message: 'fetching' });
    const started = performance.now();
    const cancelled = await service.call(job, { method: 'DELETE' });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', bundle_id: null } });
    await page.released;
    expect(performance.now() - started, 'promptly').toBeLessThan(5_000);
    expect(await used()).toBe(before);
    await expect.poll(inputs).toEqual([]);
    expect((await service.call(job)).body).toMatchObject({ status: 'cancelled', result: null });
    expect(await service.call(job, { method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { code: 'JOB_ENDED' },
    });
  });

  it('leaves the finished items of a batch, which is charged for them', { timeout: 60_000 }, async () => {
    const before = await used();
    const page = serveHanging(site, '/hangs-too');
    const { body } = await create([upload('Finished.'), { source: page.source }]);
    const job = `/v1/jobs/${body['job_id']}`;
    await page.connected;
    const items = async () => (await service.call<{ items: Json[] }>(job)).body.items;
    await expect.poll(async () => (await items())[0]?.['status']).toBe('complete');
    const cancelled = await service.call<{ items: Json[] }>(job, { method: 'DELETE' });
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancelled', items: [{ status: 'complete' }, { status: 'cancelled' }] },
    });
    await page.released;
    const bundle = cancelled.body.items[0]?.['bundle_id'];
    expect(await service.call(`/v1/extract/${bundle}`)).toMatchObject({ status: 200 });
    expect(await used()).toBe(before + 75);
    await expect.poll(inputs).toEqual([]);
  });

  it('ends a call that waits for the job', { timeout: 60_000 }, async () => {
    const page = serveHanging(site, '/hangs-for-a-caller');
    const waiting = service.call('/v1/extract?sync=true', { json: { source: page.source } });
    await page.connected;
    const [job] = (await list('?status=processing')).jobs;
    await service.call(`/v1/jobs/${job?.['job_id']}`, { method: 'DELETE' });
    expect(await waiting).toMatchObject({
      status: 409,
      body: { code: 'JOB_ENDED', charged: false, job_id: job?.['job_id'] },
    });
  });

  it('knows no job of somebody else', async () => {
    const job = '/v1/jobs/job_01JD0000000000000000000000';
    expect(await service.call(job, { method: 'DELETE' })).toMatchObject({ status: 404 });
    expect(await service.call(job, { method: 'DELETE', key: null })).toMatchObject({ status: 401 });
  });
});
