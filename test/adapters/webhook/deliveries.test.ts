import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { pause } from '../../../src/core/pause.ts';
import type { DeliveryStatus } from '../../../src/domain/webhook/webhook.ts';
import { OWNER, STRANGER } from '../../support/custody.ts';
import { type DatabasePlace, databaseKinds } from '../../support/databases.ts';
import { startForbidden } from '../../support/forbidden.ts';
import {
  type Behaviour,
  expectGenuine,
  startReceiver,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';
import { never, openWebhooks } from '../../support/webhooks.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const DAY = 24 * HOUR;
/** When the attempts of one delivery are made, without jitter. */
const TIMES = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
].map(
  (
    (elapsed) => (pause: number) =>
      (elapsed += pause)
  )(0),
);
const times = (count: number, of: number | null) => Array.from({ length: count }, () => of);

interface Case {
  readonly receiver: string;
  readonly behaves: readonly Behaviour[];
  /** Status of each attempt, null when none came. */
  readonly statusCodes: readonly (number | null)[];
  readonly ends: DeliveryStatus;
  /** Time to answer. */
  readonly answerMs?: number;
}

const CASES: readonly Case[] = [
  { receiver: 'takes it', behaves: [204], statusCodes: [204], ends: 'delivered' },
  {
    receiver: 'fails 5 times',
    behaves: [500, 500, 503, 404, 429, 200],
    statusCodes: [500, 500, 503, 404, 429, 200],
    ends: 'delivered',
  },
  { receiver: 'always fails', behaves: [500], statusCodes: times(10, 500), ends: 'failed' },
  { receiver: 'hangs', behaves: ['hang'], statusCodes: times(10, null), ends: 'failed', answerMs: 100 },
  {
    receiver: 'hangs once',
    behaves: ['hang', 200],
    statusCodes: [null, 200],
    ends: 'delivered',
    answerMs: 1_500,
  },
  { receiver: 'redirects', behaves: ['redirect'], statusCodes: times(10, 307), ends: 'failed' },
  { receiver: 'is gone', behaves: [410], statusCodes: [410], ends: 'abandoned' },
  { receiver: 'fails and is gone then', behaves: [500, 410], statusCodes: [500, 410], ends: 'abandoned' },
];

describe.each(databaseKinds)('deliveries in $kind', ({ prepare }) => {
  const source = prepare();
  let place: DatabasePlace;
  let database: Database;
  let opened: ReturnType<typeof openWebhooks>;
  let receiver: WebhookReceiver;
  let now: () => Date;
  beforeAll(async () => {
    place = await source.newPlace();
    database = await source.open(place);
  });
  beforeEach(async () => {
    await database.query((db) => sql`delete from webhooks`.execute(db));
    opened = openWebhooks(database);
    now = opened.clock.now;
    receiver = await startReceiver(() => now());
  });
  afterEach(() => receiver.close());

  it.each(CASES)(
    'to a receiver that $receiver',
    async ({ behaves, statusCodes, ends, answerMs = 10_000 }) => {
      opened = openWebhooks(database, { answerMs });
      const { clock } = opened;
      now = clock.now;
      receiver.behave(...behaves);
      const { subject, secret } = await opened.register(receiver.url);
      const start = clock.time;
      await opened.tell(subject);
      await opened.deliverAll();
      const [delivery] = await opened.list();
      const expected = statusCodes.map((statusCode, index) => ({
        at: new Date(start + TIMES[index]!),
        statusCode,
        error: statusCode === null ? 'URL_UNREACHABLE: timeout' : null,
        durationMs: expect.any(Number),
      }));
      expect(delivery).toMatchObject({ status: ends, attempts: expected, nextAttemptAt: null });
      expect(receiver.received.map(({ path, at }) => [path, at])).toEqual(
        expected.map(({ at }) => ['/hook', at]),
      );
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([delivery?.deliveryId]),
      );
      expectGenuine(receiver.received, secret);
    },
  );

  it('never reach an address that became private between two attempts', async () => {
    const neighbour = await startForbidden('127.0.0.2', receiver.port);
    let answer = '127.0.0.1';
    opened = openWebhooks(database, { lookupAll: async () => [answer] });
    now = opened.clock.now;
    const { subject, secret } = await opened.register(`http://rebind.example:${receiver.port}/hook`);
    receiver.behave(500, 204);
    await opened.tell(subject);
    await opened.deliverDue();
    answer = '127.0.0.2';
    opened.clock.time += 5 * SECOND;
    await opened.deliverDue();
    answer = '127.0.0.1';
    await opened.deliverAll();
    const [delivery] = await opened.list();
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [
        { statusCode: 500 },
        { statusCode: null, error: 'URL_BLOCKED: address' },
        { statusCode: 204 },
      ],
    });
    expect(neighbour.visits).toEqual([]);
    expectGenuine(receiver.received, secret);
    await neighbour.close();
  });

  it('of progress are tried once', async () => {
    receiver.behave(500);
    const { subject } = await opened.register(receiver.url);
    await opened.tell(subject, 'job.progress');
    await opened.deliverAll();
    expect(await opened.list()).toMatchObject([{ status: 'failed', attempts: [{ statusCode: 500 }] }]);
  });

  it('keep no word of what the receiver answered', async () => {
    receiver.behave(500, 200);
    const { subject } = await opened.register(receiver.url);
    await opened.tell(subject);
    await opened.deliverAll();
    const { rows } = await database.query((db) =>
      sql<{ text: string }>`select d::text as text from webhook_deliveries d`.execute(db),
    );
    expect(rows[0]?.text).not.toContain('secret of the receiver');
  });

  it('end when the endpoint failed for 5 days; a redelivery that succeeds enables it', async () => {
    receiver.behave(500);
    const { subject, secret } = await opened.register(receiver.url);
    const start = opened.clock.time;
    for (let day = 0; day < 8; day++) {
      opened.clock.time = Math.max(opened.clock.time, start + day * DAY);
      await opened.tell(subject);
      await opened.deliverDue();
    }
    const last = receiver.received.at(-1)?.at.getTime() ?? 0;
    expect((last - start) / DAY).toBe(5);
    expect((await opened.list()).map(({ status }) => status)).not.toContain('pending');
    const [newest] = await opened.list();
    expect(newest).toMatchObject({ status: 'abandoned', attempts: [] });

    receiver.behave(204);
    opened.clock.time += SECOND;
    await opened.tell(subject);
    await opened.webhooks.redeliver(OWNER, newest!.deliveryId);
    await opened.deliverDue();
    opened.clock.time += SECOND;
    await opened.tell(subject);
    await opened.deliverDue();
    expect((await opened.list()).map(({ status }) => status).slice(0, 3)).toEqual([
      'delivered',
      'abandoned',
      'delivered',
    ]);
    expectGenuine(receiver.received, secret);
  });

  it('that wait are given up with an endpoint that is gone', async () => {
    receiver.behave(500, 410);
    const { subject } = await opened.register(receiver.url);
    const other = await opened.register(receiver.url);
    await opened.tell(subject);
    await opened.deliverDue();
    await opened.tell(subject);
    await opened.deliverDue();
    expect((await opened.list()).map(({ status }) => status)).toEqual(['abandoned', 'abandoned']);
    receiver.behave(204);
    opened.clock.time += SECOND;
    await opened.tell(other.subject);
    await opened.deliverDue();
    expect((await opened.list())[0]).toMatchObject({ status: 'delivered', webhookId: other.webhookId });
  });

  it('are sent again on demand, with their id and bytes, once', async () => {
    const { subject, secret } = await opened.register(receiver.url);
    await opened.tell(subject);
    await opened.deliverDue();
    const [{ deliveryId } = { deliveryId: '' }] = await opened.list();
    opened.clock.time += HOUR;
    receiver.behave(500);
    expect(await opened.webhooks.redeliver(OWNER, deliveryId)).toMatchObject({
      deliveryId,
      status: 'pending',
    });
    await opened.deliverAll();
    expect(await opened.list()).toMatchObject([
      { status: 'failed', attempts: [{ statusCode: 204 }, { statusCode: 500 }] },
    ]);
    expect(receiver.received).toHaveLength(2);
    expectGenuine(receiver.received, secret);
    await expect(opened.webhooks.redeliver(STRANGER, deliveryId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('that wait for a retry and are sent on demand go on with their schedule', async () => {
    receiver.behave(500, 500, 204);
    const { subject } = await opened.register(receiver.url);
    await opened.tell(subject);
    await opened.deliverDue();
    const [{ deliveryId } = { deliveryId: '' }] = await opened.list();
    await opened.webhooks.redeliver(OWNER, deliveryId);
    await opened.deliverAll();
    expect(receiver.received).toHaveLength(3);
  });

  it('carry two signatures for 24 hours after a rotation', async () => {
    const { subject, secret } = await opened.register(receiver.url);
    const rotated = await opened.webhooks.rotate(OWNER, subject, null);
    await opened.tell(subject);
    await opened.deliverDue();
    opened.clock.time += DAY;
    await opened.tell(subject);
    await opened.deliverDue();
    expectGenuine(receiver.received, rotated.secret);
    expectGenuine(receiver.received.slice(0, 1), secret);
    expect(() => expectGenuine(receiver.received.slice(1), secret)).toThrow('No matching signature');
  });

  it('are made once when several processes deliver at the same time', async () => {
    const { subject, secret } = await opened.register(receiver.url);
    for (let event = 0; event < 30; event++) await opened.tell(subject);
    const second = database.kind === 'pglite' ? database : await source.open(place);
    const drain = async (service: typeof opened.deliveries) => {
      while ((await opened.list()).some(({ attempts }) => attempts.length === 0)) {
        const claimed = await service.claim();
        if (claimed) await service.attempt(claimed, never);
        // The embedded database answers without a turn of the event loop: the others' sockets need one.
        else await pause();
      }
    };
    const lanes = [database, database, second, second, second];
    await Promise.all(lanes.map((process) => drain(opened.openDeliveries({}, process))));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
    expect(receiver.received).toHaveLength(30);
    expectGenuine(receiver.received, secret);
  });

  it('to one slow receiver leave room for the others', async () => {
    const other = await startReceiver(opened.clock.now);
    const slow = await opened.register(receiver.url);
    const quick = await opened.register(other.url);
    for (let event = 0; event < 6; event++) await opened.tell(slow.subject);
    opened.clock.time += SECOND;
    await opened.tell(quick.subject);
    const claims = [];
    for (let claim = await opened.deliveries.claim(); claim; claim = await opened.deliveries.claim())
      claims.push(claim.webhookId);
    expect(claims).toEqual([...Array(4).fill(slow.webhookId), quick.webhookId]);
    await other.close();
  });

  it('that a process held beyond its lease are not noted by it', async () => {
    const { subject } = await opened.register(receiver.url);
    await opened.tell(subject);
    const late = await opened.deliveries.claim();
    opened.clock.time += 2 * MINUTE;
    receiver.behave(204, 500);
    await opened.deliverDue();
    await opened.deliveries.attempt(late!, never);
    expect(await opened.list()).toMatchObject([{ status: 'delivered', attempts: [{ statusCode: 204 }] }]);
  });

  it('cut off by a stop are due again at once, and the try does not count', async () => {
    receiver.behave('hang', 204);
    const { subject, secret } = await opened.register(receiver.url);
    await opened.tell(subject);
    const stopping = new AbortController();
    const attempt = opened.deliveries.attempt((await opened.deliveries.claim())!, stopping.signal);
    await receiver.until(1);
    stopping.abort();
    await attempt;
    await opened.deliverDue();
    expect(await opened.list()).toMatchObject([{ status: 'delivered', attempts: [{ statusCode: 204 }] }]);
    expectGenuine(receiver.received, secret);
  });

  it.each([
    ['secret', 'update webhooks set sealed_secret'],
    ['body', 'update webhook_deliveries set sealed_body'],
  ])('whose %s this node cannot open fail without being sent', async (_, update) => {
    const { subject } = await opened.register(receiver.url);
    await opened.tell(subject);
    await database.query((db) => sql`${sql.raw(update)} = '\\x00'`.execute(db));
    await opened.deliverDue();
    expect(await opened.list()).toMatchObject([
      { status: 'pending', attempts: [{ statusCode: null, error: 'WEBHOOK_SECRET_LOCKED' }] },
    ]);
    expect(receiver.received).toEqual([]);
  });

  it('are forgotten 30 days after their making, unless they still wait', async () => {
    receiver.behave(204, 500);
    const { subject } = await opened.register(receiver.url);
    await opened.tell(subject);
    await opened.deliverDue();
    opened.clock.time += 31 * DAY;
    await opened.tell(subject);
    await opened.deliverDue();
    await opened.deliveries.sweep();
    expect(await opened.list()).toMatchObject([{ status: 'pending' }]);
  });

  it('are listed by page and by status, to their owner alone', async () => {
    receiver.behave(204, 500);
    const { subject } = await opened.register(receiver.url);
    for (let event = 0; event < 3; event++) {
      await opened.tell(subject);
      await opened.deliverDue();
      opened.clock.time += SECOND;
    }
    const all = await opened.list();
    const page = { status: null, limit: 2, before: null };
    const first = await opened.webhooks.list(OWNER, page);
    const rest = await opened.webhooks.list(OWNER, { ...page, before: first[1]!.deliveryId });
    expect([...first, ...rest]).toEqual(all);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all.map(({ createdAt }) => createdAt).toSorted((a, b) => b.getTime() - a.getTime()),
    );
    expect(await opened.webhooks.list(OWNER, { ...page, status: 'delivered' })).toEqual([all[2]]);
    expect(await opened.webhooks.list(STRANGER, page)).toEqual([]);
  });
});
