import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type Json, startTestService, type TestService } from '../support/api.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { type Site, startSite } from '../support/site.ts';
import { expectGenuine, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const PHRASES = ['Zinnia clause before', 'Zinnia clause afterwards'] as const;
const page = (phrase: string) =>
  `<!doctype html><title>Terms</title><main><h1>Terms</h1><p>Either side may end it.</p><p>${phrase}.</p></main>`;

let site: Site;
let receiver: WebhookReceiver;
let service: TestService;
let running: ServiceProcess;
beforeAll(async () => {
  [site, receiver] = await Promise.all([startSite(), startReceiver()]);
  service = await startTestService({ AFFIANT_MONITOR_CONFIRM_SECONDS: '1' });
  running = service.process;
}, 60_000);
afterAll(async () => {
  await running.stop();
  await Promise.all([service.close(), site.close(), receiver.close()]);
});

const ask = (path: string, init?: Parameters<typeof call>[2]) => call(running.baseUrl, path, init);
const untilChecks = async (id: unknown, count: number): Promise<Json[]> => {
  const read = async () => (await ask(`/v1/monitor/${id}/history`)).body['checks'] as Json[];
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(count);
  return read();
};
const deliveries = async () => (await ask('/v1/webhooks/deliveries')).body['deliveries'] as Json[];

it('of the bundles of a change leaves no word of it, and nothing to deliver', {
  timeout: 120_000,
}, async () => {
  receiver.behave(500);
  site.serve({ '/terms': page(PHRASES[0]) });
  const json = { url: `${site.url}/terms`, webhook_url: receiver.url, render: 'never' };
  const { body: monitor } = await ask('/v1/monitor', { json });
  const [baseline] = await untilChecks(monitor['monitor_id'], 1);
  site.serve({ '/terms': page(PHRASES[1]) });
  await ask(`/v1/monitor/${monitor['monitor_id']}/check`, { method: 'POST' });
  const [, changed] = await untilChecks(monitor['monitor_id'], 2);
  await receiver.until(1);

  await running.stop();
  expect(filesWith(PHRASES[1], join(service.dataDir, 'pg'))).toEqual([]);
  expect(filesWith(PHRASES[1], service.dataDir)).not.toEqual([]);
  running = await startService(service.env);
  const [delivery] = await deliveries();
  const redeliver = () =>
    ask(`/v1/webhooks/deliveries/${delivery?.['delivery_id']}/redeliver`, { method: 'POST' });
  expect((await redeliver()).status).toBe(202);
  await receiver.until(2);
  for (const phrase of PHRASES) expect(receiver.received[0]?.body).toContain(phrase);
  expectGenuine(receiver.received, String(monitor['webhook_secret']));
  const attempts = async () => (await deliveries()).flatMap((of) => of['attempts']).length;
  await expect.poll(attempts, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(await deliveries()).toMatchObject([{ status: 'pending' }]);

  for (const bundleId of [baseline?.['bundle_id'], changed?.['bundle_id']])
    expect((await ask(`/v1/extract/${bundleId}`, { method: 'DELETE' })).status).toBe(200);
  expect(await deliveries()).toEqual([]);
  expect(await redeliver()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  await running.stop();
  for (const phrase of PHRASES) expect(filesWith(phrase, service.dataDir)).toEqual([]);
});

/** Files below a folder that hold this text. */
const filesWith = (text: string, folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
