import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, KEY, startTestService, type TestService } from '../../support/api.ts';
import { bundleFile } from '../../support/bundle-files.ts';
import { connectors } from '../../support/mcp-clients.ts';
import { type Site, startSite } from '../../support/site.ts';
import { type Received, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const terms = (price: string) =>
  `<!doctype html><html><head><title>Terms</title></head><body><main><h1>Terms of service</h1>
  <p>You may cancel at any time before the end of the month.</p><p>The plan costs ${price} a month.</p></main></body></html>`;

let site: Site;
let service: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  site = await startSite();
  receiver = await startReceiver();
  service = await startTestService({ AFFIANT_MONITOR_CONFIRM_SECONDS: '1', AFFIANT_SWEEP_SECONDS: '1' });
}, 60_000);
afterAll(async () => {
  await service.close();
  await site.close();
  await receiver.close();
});

const create = (json: Json) => service.call('/v1/monitor', { json });
const history = async (id: unknown, query = '') => {
  const { body } = await service.call<{ checks: Json[]; proof?: Json }>(`/v1/monitor/${id}/history${query}`);
  return body;
};
const untilChecks = async (id: unknown, count: number): Promise<Json[]> => {
  await expect.poll(async () => (await history(id)).checks.length, { timeout: 30_000 }).toBe(count);
  return (await history(id)).checks;
};
const look = (id: unknown) => service.call(`/v1/monitor/${id}/check`, { method: 'POST' });

describe('a watched page', () => {
  it('has a baseline at once, and evidence of each change', { timeout: 90_000 }, async () => {
    site.serve({ '/terms': { headers: { etag: '"1"' }, body: terms('10 EUR') } });
    const url = `${site.url}/terms`;
    const made = await create({ url, webhook_url: receiver.url, name: 'Terms', interval_minutes: 30 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...{ url, name: 'Terms', mode: 'diff', status: 'active', checks_remaining: 1440, last_check: null },
        ...{ interval_minutes: 30, cron: null, webhook_secret: expect.stringMatching(/^whsec_/) },
      },
    });
    const id = made.body['monitor_id'];
    const [baseline] = await untilChecks(id, 1);
    expect(baseline).toMatchObject({ outcome: 'baseline', http_status: 200, previous_bundle_id: null });
    const manifest = JSON.parse(
      (await bundleFile(service, baseline?.['bundle_id'], 'manifest.json')).toString(),
    );
    expect(manifest.links).toMatchObject({ monitor_id: id, parent_bundle_id: null });

    const asked = await look(id);
    expect(asked).toMatchObject({ status: 202, body: { monitor_id: id } });
    const [, unchanged] = await untilChecks(id, 2);
    expect(unchanged).toMatchObject({
      ...{ check_id: asked.body['check_id'], outcome: 'unchanged', bundle_id: null, diff: null },
      content_sha256: baseline?.['content_sha256'],
    });

    site.serve({ '/terms': { headers: { etag: '"2"' }, body: terms('12 EUR') } });
    await look(id);
    const [, , changed] = await untilChecks(id, 3);
    expect(changed).toMatchObject({ outcome: 'changed', previous_bundle_id: baseline?.['bundle_id'] });
    expect(JSON.stringify(changed?.['diff'])).toMatch(/10.*12/);
    expect((await service.call(`/v1/extract/${changed?.['bundle_id']}`)).body).toMatchObject({
      ...{ status: 'complete', parent_bundle_id: baseline?.['bundle_id'] },
    });
    expect((await service.call(`/v1/monitor/${id}`)).body).toMatchObject({
      ...{ checks_remaining: 1438, bundle_id: changed?.['bundle_id'], status: 'active' },
      last_check: { check_id: changed?.['check_id'], outcome: 'changed' },
    });
    // The bundles come with the monitor.
    expect((await service.call('/v1/quota')).body).toMatchObject({ credits_used: 500 });

    const { proof, checks } = await history(id, '?proof=true&limit=2');
    expect(checks.map((check) => check['proof'])).toEqual([null, null]);
    expect(proof).toMatchObject({
      monitor: { monitor_id: id, url, render: 'auto' },
      epochs: [],
      statement: { gaps: [], spans: [{ checks: 2 }, { checks: 1, bundle_id: changed?.['bundle_id'] }] },
    });

    await receiver.until(1);
    const [{ body, headers }] = receiver.received as [Received];
    expect(new Webhook(String(made.body['webhook_secret'])).verify(body, headers)).toMatchObject({
      type: 'monitor.changed',
      data: {
        ...{ monitor_id: id, check_id: changed?.['check_id'], url, bundle_id: changed?.['bundle_id'] },
        previous_bundle_id: baseline?.['bundle_id'],
        manifest_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        diff: { summary: expect.any(String), added: expect.any(Array), removed: expect.any(Array) },
      },
    });

    const rotated = await service.call(`/v1/monitor/${id}/webhook-secret`, { method: 'POST' });
    expect(rotated).toMatchObject({
      status: 200,
      body: { webhook_secret: expect.stringMatching(/^whsec_/) },
    });
    expect(rotated.body['webhook_secret']).not.toBe(made.body['webhook_secret']);

    expect(await service.call(`/v1/monitor/${id}`, { method: 'DELETE' })).toMatchObject({
      ...{ status: 200, body: { monitor_id: id, deleted: true } },
    });
    for (const path of ['', '/history', '/check']) {
      const init = path === '/check' ? { method: 'POST' } : {};
      expect((await service.call(`/v1/monitor/${id}${path}`, init)).status).toBe(404);
    }
    expect((await service.call(`/v1/extract/${baseline?.['bundle_id']}`)).status).toBe(200);
  });

  it('is watched over MCP alike', { timeout: 60_000 }, async () => {
    site.serve({ '/offer': terms('5 EUR') });
    const [connect] = Object.values(connectors(service.baseUrl, { 'x-api-key': KEY }));
    const client = await connect!();
    const call = async (name: string, args: Json) =>
      (await client.callTool(name, args)).structuredContent as Json;
    const url = `${site.url}/offer`;
    const made = await call('monitor_create', {
      url,
      mode: 'always',
      cron: '0 9 * * 1-5',
      timezone: 'Asia/Tokyo',
    });
    expect(made).toMatchObject({
      ...{ mode: 're-extract', cron: '0 9 * * 1-5', timezone: 'Asia/Tokyo', webhook_secret: null },
    });
    const monitor_id = made['monitor_id'];
    await untilChecks(monitor_id, 1);
    await call('monitor_check', { monitor_id });
    await untilChecks(monitor_id, 2);
    const { checks } = await call('monitor_history', { monitor_id });
    const bundles = (checks as Json[]).map((check) => check['bundle_id']);
    expect(new Set(bundles).size).toBe(2);
    const { monitors } = await call('monitors_list', {});
    expect((monitors as Json[]).map((monitor) => monitor['monitor_id'])).toContain(monitor_id);
    expect(await call('monitor_get', { monitor_id })).toMatchObject({ last_check: { outcome: 'unchanged' } });
    expect(await call('monitor_delete', { monitor_id })).toEqual({ monitor_id, deleted: true });
    await client.close();
  });

  it('pages its history, and lists in pages', { timeout: 60_000 }, async () => {
    site.serve({ '/gone': { status: 404, body: '<h1>Gone</h1>' } });
    const ids: unknown[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push((await create({ url: `${site.url}/gone`, render: 'never' })).body['monitor_id']);
    await untilChecks(ids[0], 1);
    await look(ids[0]);
    const all = await untilChecks(ids[0], 2);
    expect(all).toMatchObject([
      { outcome: 'error', http_status: 404, error_code: 'PAGE_ERROR', bundle_id: null },
      {},
    ]);
    const { body: first } = await service.call(`/v1/monitor/${ids[0]}/history?limit=1`);
    expect(first).toMatchObject({ checks: [all[0]], next_cursor: '1' });
    const { body: second } = await service.call(`/v1/monitor/${ids[0]}/history?limit=1&cursor=1`);
    expect(second).toMatchObject({ checks: [all[1]], next_cursor: null });
    const { body: page } = await service.call('/v1/monitor?limit=2');
    expect((page['monitors'] as Json[]).map((monitor) => monitor['id'])).toEqual(ids.slice(0, 2));
    const { body: rest } = await service.call(`/v1/monitor?limit=2&cursor=${page['next_cursor']}`);
    expect(rest).toMatchObject({ monitors: [{ id: ids[2], consecutive_faults: 1 }], next_cursor: null });
  });
});

describe('monitor_create refuses', () => {
  const url = 'https://example.com/';

  it.each<[string, Json]>([
    ['no page', {}],
    ['another scheme', { url: 'ftp://example.com/' }],
    ['no URL', { url: 'terms' }],
    ['an interval below 5 minutes', { url, interval_minutes: 4 }],
    ['an interval beside cron', { url, interval_minutes: 60, cron: '0 * * * *' }],
    ['cron oftener than every 5 minutes', { url, cron: '*/4 * * * *' }],
    ['cron that never comes', { url, cron: '0 0 30 2 *' }],
    ['cron that is none', { url, cron: 'daily' }],
    ['a time zone without cron', { url, timezone: 'Europe/Berlin' }],
    ['an unknown time zone', { url, cron: '0 * * * *', timezone: 'Moon/Base' }],
    ['another mode', { url, mode: 'maybe' }],
    ['a malformed selector', { url, ignore_selectors: ['<<'] }],
    ['a malformed pattern', { url, ignore_patterns: ['('] }],
    ['a secret without a webhook', { url, webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
    ['an unknown field', { url, every: 5 }],
  ])('%s', async (_, json) => {
    const { status, body } = await create(json);
    expect([status, body['charged']]).toEqual([json['url'] === 'ftp://example.com/' ? 422 : 400, false]);
  });

  it('addresses that are not public', async () => {
    for (const json of [{ url: 'http://10.0.0.1/' }, { url, webhook_url: 'http://10.0.0.1/' }])
      expect(await create(json)).toMatchObject({
        status: 422,
        body: { code: 'URL_BLOCKED', charged: false },
      });
  });

  it('callers without a credential', async () => {
    expect((await service.call('/v1/monitor', { json: { url }, key: null })).status).toBe(401);
  });
});
