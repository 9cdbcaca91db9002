import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createAddressGuard } from '../../../src/adapters/egress/address-guard.ts';
import { createWebhookRepository } from '../../../src/adapters/webhook/webhook-repository.ts';
import { insertWebhook, recordEvent, removeWebhook } from '../../../src/adapters/webhook/webhook-rows.ts';
import { withWebhookTables } from '../../../src/adapters/webhook/webhook-schema.ts';
import { createWebhookTraces } from '../../../src/adapters/webhook/webhook-traces.ts';
import { utf8 } from '../../../src/core/bytes.ts';
import type { Owner } from '../../../src/domain/account/principal.ts';
import type { WebhookEvent, WebhookSubject } from '../../../src/domain/webhook/event.ts';
import { WebhookService } from '../../../src/domain/webhook/webhook-service.ts';
import { OWNER, openCustody } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';
import { openBody, SECRET_KEY } from '../../support/webhooks.ts';

const at = new Date('2026-03-14T15:09:26Z');
const owner: Owner = { kind: 'api-key', ownerId: 'key:owner', keyId: 'owner', plan: 'scale' };
const subject: WebhookSubject = { kind: 'monitor', id: 'mon_1' };
const never = new AbortController().signal;
const event: WebhookEvent = { subject, type: 'monitor.changed', at, data: { monitor_id: 'mon_1' } };

describe.each(databaseKinds)('webhooks in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let service: WebhookService;
  beforeAll(async () => {
    database = await source.open();
    service = new WebhookService({
      repository: createWebhookRepository(database),
      addresses: createAddressGuard({ networks: [{ cidr: '127.0.0.1/32', port: null }] }),
      clock: { now: () => at },
      secretKey: randomBytes(32),
    });
  });
  beforeEach(() => database.query((db) => sql`delete from webhooks`.execute(db)));

  const register = async (url = 'http://127.0.0.1:8444/hook?token=1') => {
    const { webhook, secret } = await service.prepare({ url, secret: null }, never);
    await database.transaction((trx) => insertWebhook(trx, webhook, { ownerId: owner.ownerId, subject, at }));
    return { ...webhook, secret };
  };
  const deliveries = () =>
    database.query((db) => withWebhookTables(db).selectFrom('webhook_deliveries').selectAll().execute());

  it('get one delivery for each event, in the event’s own transaction', async () => {
    const { webhookId } = await register();
    await database.transaction((trx) => recordEvent(trx, event));
    const failing = database.transaction(async (trx) => {
      await recordEvent(trx, event);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow();
    expect(await deliveries()).toEqual([
      expect.objectContaining({
        delivery_id: expect.stringMatching(/^dlv_/),
        webhook_id: webhookId,
        status: 'pending',
        next_attempt_at: at,
        body: '{"type":"monitor.changed","timestamp":"2026-03-14T15:09:26.000Z","data":{"monitor_id":"mon_1"}}',
      }),
    ]);
  });

  it('are none of somebody else’s business: an event of a subject without one writes nothing', async () => {
    await register();
    const other = { ...event, subject: { kind: 'job', id: 'mon_1' } } as const;
    await database.transaction((trx) => recordEvent(trx, other));
    expect(await deliveries()).toEqual([]);
  });

  it('keep bodies that quote documents encrypted, and lose them with any of these', async () => {
    await register();
    const tell = async (bundleIds: string[]) => {
      const sealing = { secretKey: SECRET_KEY, bundleIds, dataWithout: {} };
      const data = { added: ['a planted phrase'] };
      await database.transaction((trx) => recordEvent(trx, { ...event, data }, { sealing }));
      return (await deliveries()).at(-1)!;
    };
    const rows = [await tell([]), await tell(['ev_1']), await tell(['ev_1', 'ev_2']), await tell(['ev_2'])];
    for (const row of rows) {
      expect(row.body).toBeNull();
      expect(Buffer.from(row.sealed_body!).includes('planted')).toBe(false);
      expect(JSON.parse(openBody(row)).data).toEqual({ added: ['a planted phrase'] });
    }
    const ids = async () => (await deliveries()).map((row) => row.delivery_id).toSorted();
    await createWebhookTraces(database).purge({ bundleId: 'ev_1', jobId: null });
    expect(await ids()).toEqual([rows[0]!.delivery_id, rows[3]!.delivery_id].toSorted());
    await createWebhookTraces(database).purge({ bundleId: 'ev_2', jobId: null });
    expect(await ids()).toEqual([rows[0]!.delivery_id]);
  });

  it('are told of a change without the words of a bundle that is deleted already', async () => {
    await register();
    const opened = await openCustody(database);
    const { bundleId } = await opened.publish();
    const sealing = { secretKey: SECRET_KEY, bundleIds: [bundleId], dataWithout: { added: [] } };
    await opened.deletion.delete(OWNER, bundleId, { acknowledgesNotarized: false });
    await database.transaction((trx) => recordEvent(trx, event, { sealing }));
    const [{ body } = { body: null }] = await deliveries();
    expect(JSON.parse(body ?? '').data).toEqual({ added: [] });
    opened.close();
  });

  it('go with their subject, and their deliveries with them', async () => {
    await register();
    await database.transaction((trx) => recordEvent(trx, event));
    await database.transaction((trx) => removeWebhook(trx, subject));
    expect(await deliveries()).toEqual([]);
    await database.transaction((trx) => recordEvent(trx, event));
    expect(await deliveries()).toEqual([]);
  });

  it('keep their secrets encrypted, before and after a rotation', async () => {
    const { secret } = await register();
    const rotated = await service.rotate(owner, subject, null);
    const [row] = await database
      .query((db) => sql<{ text: string }>`select w::text as text from webhooks w`.execute(db))
      .then(({ rows }) => rows);
    for (const shown of [secret, rotated.secret]) {
      const bytes = Buffer.from(shown.slice('whsec_'.length), 'base64');
      for (const form of [shown, bytes.toString('hex'), Buffer.from(utf8(shown)).toString('hex')])
        expect(row?.text).not.toContain(form);
    }
    expect(rotated.previousUntil).toEqual(new Date('2026-03-15T15:09:26Z'));
  });

  it('are rotated by their owner alone', async () => {
    await register();
    const other = { ...owner, ownerId: 'key:other' };
    await expect(service.rotate(other, subject, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['http://127.0.0.2/', 'URL_BLOCKED'],
    ['http://[::1]/', 'URL_BLOCKED'],
    ['http://169.254.169.254/latest', 'URL_BLOCKED'],
    ['ftp://example.org/', 'URL_BLOCKED'],
    ['http://127.0.0.1:25/', 'URL_BLOCKED'],
    ['http://user@example.org/', 'REQUEST_INVALID'],
    ['nowhere', 'REQUEST_INVALID'],
  ])('do not point to %s', async (url, code) => {
    await expect(service.prepare({ url, secret: null }, never)).rejects.toMatchObject({ code });
  });
});
