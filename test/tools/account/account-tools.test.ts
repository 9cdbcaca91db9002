import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { createChargeRepository } from '../../../src/adapters/payment/charge-repository.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { call, type Json, startTestService, type TestService, untilEnded } from '../../support/api.ts';
import { copyEmbeddedTemplate } from '../../support/embedded-template.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;
const run = promisify(execFile);

/** Three lean extracts a month. */
const PLANS = '{"plans":[{"id":"tiny","monthly_credits":30},{"id":"small","monthly_credits":100}]}';
const EMAIL = 'buyer@example.com';

let folder: string;
let stripe: Server;
let service: TestService;
let slow: Awaited<ReturnType<typeof startSlowSite>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-account-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'plans.json'), PLANS);
  stripe = createServer((request, response) => {
    const json =
      request.method === 'GET' ? { data: [{ id: 'cus_1' }] } : { url: 'https://billing.example/1' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
  }).listen(0, '127.0.0.1');
  await once(stripe, 'listening');
  slow = await startSlowSite();
  await dieWhileCalling(dataDir);
  service = await startTestService({
    AFFIANT_DATA_DIR: dataDir,
    AFFIANT_BOOTSTRAP_PLAN: 'tiny',
    AFFIANT_BOOTSTRAP_EMAIL: EMAIL,
    STRIPE_SECRET_KEY: 'sk_test_1',
    AFFIANT_STRIPE_BASE_URL: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
  });
}, 60_000);

afterAll(async () => {
  await service.close();
  slow.close();
  stripe.close();
  await rm(folder, { recursive: true, force: true });
});

/** A site that answers nobody, and hangs up when told. */
async function startSlowSite() {
  const hungUp = Promise.withResolvers<void>();
  const server = createServer(async (request) => {
    await hungUp.promise;
    request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, hangUp: hungUp.resolve, close: () => server.close() };
}

/** Leave behind what a process does that is killed between reserving and answering. */
async function dieWhileCalling(dataDir: string): Promise<void> {
  await copyEmbeddedTemplate(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl: null, onError: () => {} });
  const charge = { ownerId: 'key:testowner1', operation: 'extract', credits: 10, idempotencyKey: null };
  await createChargeRepository(database, systemClock).reserve(charge, 30);
  await database.close();
}

const quota = async () => (await service.call('/v1/quota')).body;
const file = { base64: Buffer.from('Some words.').toString('base64'), filename: 'a.txt' };
const extract = (json: Json, headers: Record<string, string> = {}) =>
  service.call('/v1/extract', { json: { file, ...json }, headers });

describe('quota_get', () => {
  it('answers the record of the specification; what a killed process had reserved is free again', async () => {
    const now = new Date();
    const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    expect(await service.call('/v1/quota')).toMatchObject({
      status: 200,
      body: {
        plan_id: 'tiny',
        billing_period: now.toISOString().slice(0, 7),
        credits_used: 0,
        monthly_credits: 30,
        remaining: 30,
        reset_at: reset,
        credits_remaining: 30,
        credits_total: 30,
        resets_at: reset,
        unlimited: false,
      },
    });
    expect(await call(service.baseUrl, '/v1/quota', { key: null })).toMatchObject({ status: 401 });
  });
});

describe('credits', () => {
  it('are not charged for a call that fails', async () => {
    const failed = await extract({ store: false, file: { base64: '', filename: 'a.txt' } });
    expect(failed).toMatchObject({ status: 400, body: { charged: false } });
    expect(await quota()).toMatchObject({ credits_used: 0, remaining: 30 });
  });

  it('of 50 calls at once let exactly 3 pass; the others get 402 with quota and address', {
    timeout: 60_000,
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => extract({ store: false })));
    const refused = answers.filter(({ status }) => status === 402);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(refused).toHaveLength(47);
    for (const { body } of refused) {
      expect(body).toMatchObject({
        code: 'QUOTA_EXHAUSTED',
        charged: false,
        quota: { limit: 30, remaining: expect.any(Number), used: expect.any(Number) },
        upgrade_url: `${service.baseUrl}/#plans`,
      });
      expect((body['quota'] as Json)['remaining']).toBeLessThan(10);
    }
    expect(await quota()).toMatchObject({ credits_used: 30, remaining: 0 });
  });
});

/** A key that an operator made beside the running service. */
async function keyOf(plan: string): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', MAIN, 'apikeys', 'create', '--plan', plan, '--json'];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...service.env } });
  return (JSON.parse(stdout) as { key: string }).key;
}

describe('a key of another plan', () => {
  it('is charged when its job ends, and once for each idempotency key', { timeout: 60_000 }, async () => {
    const key = await keyOf('small');
    const mine = { ...service, call: <T>(path: string) => call<T>(service.baseUrl, path, { key }) };
    const post = (json: Json, headers: Record<string, string> = {}) =>
      call(service.baseUrl, '/v1/extract', { key, headers, json: { file, ...json } });
    const first = await post({ idempotency_key: 'once' });
    expect(first).toMatchObject({ status: 202 });
    const again = await post({}, { 'idempotency-key': 'once' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await untilEnded(mine as TestService, String(first.body['job_id']))).toMatchObject({
      status: 'complete',
    });
    expect((await mine.call('/v1/quota')).body).toMatchObject({ credits_used: 75, remaining: 25 });
    expect(await post({})).toMatchObject({
      status: 402,
      body: { quota: { used: 75, limit: 100, remaining: 25 } },
    });
  });

  it('gets its credits back when its job fails', { timeout: 60_000 }, async () => {
    const key = await keyOf('small');
    const mine = { call: <T>(path: string) => call<T>(service.baseUrl, path, { key }) };
    const json = { source: `${slow.url}/page` };
    const { body } = await call(service.baseUrl, '/v1/extract', { key, json });
    expect((await mine.call('/v1/quota')).body).toMatchObject({ credits_used: 0, remaining: 25 });
    slow.hangUp();
    await untilEnded(mine as TestService, String(body['job_id']));
    expect((await mine.call('/v1/quota')).body).toMatchObject({ credits_used: 0, remaining: 100 });
  });
});

it('prices_list says what everything costs to whoever asks', async () => {
  const { status, body } = await call(service.baseUrl, '/v1/prices', { key: null });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    credit_usd: '0.001',
    plans: [
      { plan_id: 'tiny', monthly_credits: 30 },
      { plan_id: 'small', monthly_credits: 100 },
    ],
  });
  expect(body['prices']).toContainEqual({
    tool: 'extract',
    key: 'extract_stored',
    credits: 75,
    usd: '0.075',
    usdc_atomic: '75000',
    within_default_caps: ['x402-fetch', '@x402/fetch'],
  });
});

describe('feedback_send', () => {
  it('keeps the caller’s words', async () => {
    expect(await service.call('/v1/feedback', { json: { message: ' Good. ', rating: 5 } })).toMatchObject({
      status: 201,
      body: { feedback_id: expect.stringMatching(/^fb_/) },
    });
  });

  it.each([{ message: '' }, { message: 'x'.repeat(4001) }, { message: 'x', rating: 6 }])(
    'refuses what is none',
    async (json) => {
      expect(await service.call('/v1/feedback', { json })).toMatchObject({ status: 400 });
    },
  );
});

describe('billing_portal_create', () => {
  it('answers an address to the buyer of the key, and to nobody else', async () => {
    const open = (email: string) => service.call('/v1/billing/portal', { json: { email } });
    expect(await open(EMAIL)).toMatchObject({ status: 200, body: { url: 'https://billing.example/1' } });
    expect(await open('other@example.com')).toMatchObject({
      status: 403,
      body: { code: 'BILLING_EMAIL_MISMATCH', charged: false },
    });
    expect(await open('no address')).toMatchObject({ status: 400 });
  });
});
