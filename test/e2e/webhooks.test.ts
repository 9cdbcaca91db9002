import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestService, type TestService } from '../support/api.ts';
import { expectGenuine, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const file = { base64: Buffer.from('# Words\n\nto keep').toString('base64'), filename: 'words.md' };

let service: TestService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
});
afterAll(() => Promise.all([service.close(), receiver.close()]));

/** What the receiver was told of a job, its end last. */
async function toldOf(jobId: unknown): Promise<{ type: string; data: Json }[]> {
  const told = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: Json })
      .filter(({ data }) => data['job_id'] === jobId);
  while (!told().some(({ type }) => type !== 'job.progress'))
    await receiver.until(receiver.received.length + 1);
  return told().toSorted((a, b) => Number(a.data['progress_pct']) - Number(b.data['progress_pct']));
}

const deliveriesOf = async (query = '') =>
  (await service.call<{ deliveries: Json[] }>(`/v1/webhooks/deliveries${query}`)).body.deliveries;

const blocked = { status: 422, body: { code: 'URL_BLOCKED' } };
const invalid = { status: 400, body: { code: 'REQUEST_INVALID' } };

describe('a webhook', () => {
  it('tells the end of an extract, signed with the secret of the creation answer', async () => {
    const { status, body } = await service.call('/v1/extract', { json: { file, webhook_url: receiver.url } });
    expect(status).toBe(202);
    expect(body['webhook_secret']).toMatch(/^whsec_/);
    const end = (await toldOf(body['job_id'])).at(-1);
    expect(end).toMatchObject({ type: 'job.completed', data: { status: 'complete' } });
    expect((await service.call(`/v1/extract/${end?.data['bundle_id']}`)).status).toBe(200);
    const mine = receiver.received.filter((request) => request.body.includes(String(body['job_id'])));
    expectGenuine(mine, String(body['webhook_secret']));
  });

  it('tells of the items of a batch, and its end', async () => {
    const items = [{ file }, { source: 'http://127.0.0.1:1025/' }];
    const { status, body } = await service.call('/v1/jobs', { json: { items, webhook_url: receiver.url } });
    expect(status).toBe(202);
    const told = await toldOf(body['job_id']);
    expect(told.at(-1)).toMatchObject({
      type: 'job.completed',
      data: { job_type: 'batch', items_total: 2, items_complete: 1 },
    });
    const mine = receiver.received.filter((request) => request.body.includes(String(body['job_id'])));
    expectGenuine(mine, String(body['webhook_secret']));
  });

  it('is logged, and sent again on demand with the same id', async () => {
    const delivered = await until(async () => (await deliveriesOf('?status=delivered'))[0]);
    expect(delivered).toMatchObject({ url: receiver.url, attempts: [{ status_code: 204, error: null }] });
    const id = String(delivered['delivery_id']);
    const times = () => receiver.received.filter(({ headers }) => headers['webhook-id'] === id);
    const again = await service.call(`/v1/webhooks/deliveries/${id}/redeliver`, { method: 'POST' });
    expect(again).toMatchObject({ status: 202, body: { delivery_id: id, status: 'pending' } });
    while (times().length < 2) await receiver.until(receiver.received.length + 1);
    expect(times()[1]?.body).toBe(times()[0]?.body);
    const unknown = await service.call('/v1/webhooks/deliveries/dlv_01JD0000000000000000000000/redeliver', {
      method: 'POST',
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('signs with a secret of the caller, which stands in no log and no file', async () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const { body } = await service.call('/v1/extract', {
      json: { file, webhook_url: receiver.url, webhook_secret: secret },
    });
    expect(body['webhook_secret']).toBe(secret);
    await toldOf(body['job_id']);
    expectGenuine(
      receiver.received.filter((request) => request.body.includes(String(body['job_id']))),
      secret,
    );
    const key = secret.slice('whsec_'.length);
    expect(service.process.log()).not.toContain(key);
    expect(await filesWith(service.dataDir, [Buffer.from(key), Buffer.from(key, 'base64')])).toEqual([]);
  });

  it.each([
    ['a private address', { webhook_url: 'http://10.0.0.1/' }, blocked],
    ['another scheme', { webhook_url: 'ftp://example.org/' }, blocked],
    ['no URL', { webhook_url: 'nowhere' }, invalid],
    ['a secret without a URL', { webhook_secret: `whsec_${'A'.repeat(44)}` }, invalid],
    ['a bad secret', { webhook_url: 'http://127.0.0.1:8444/', webhook_secret: 'whsec_x' }, invalid],
    ['an answer that waits', { webhook_url: 'http://127.0.0.1:8444/', sync: true }, invalid],
    ['an answer that keeps nothing', { webhook_url: 'http://127.0.0.1:8444/', store: false }, invalid],
  ])('is refused with %s', async (_, fields, expected) => {
    const answer = await service.call('/v1/extract', { json: { file, ...fields } });
    expect(answer).toMatchObject({ ...expected, body: { ...expected.body, charged: false } });
  });
});

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Files below `folder` that hold one of these bytes. */
async function filesWith(folder: string, needles: readonly Buffer[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // A file of the running service may go meanwhile.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => bytes.includes(needle))) found.push(path);
  }
  return found;
}
