import type { Database } from '../../src/adapters/database/database.ts';
import { createAddressGuard } from '../../src/adapters/egress/address-guard.ts';
import { createGuardedFetcher } from '../../src/adapters/egress/guarded-fetch.ts';
import type { ResolverOptions } from '../../src/adapters/egress/resolver.ts';
import { createDeliveryQueue } from '../../src/adapters/webhook/delivery-queue.ts';
import { createWebhookRepository } from '../../src/adapters/webhook/webhook-repository.ts';
import { insertWebhook, recordEvent } from '../../src/adapters/webhook/webhook-rows.ts';
import { fromUtf8 } from '../../src/core/bytes.ts';
import { createId } from '../../src/core/id.ts';
import { decryptSecret } from '../../src/core/sealed-secret.ts';
import { DeliveryService } from '../../src/domain/webhook/delivery-service.ts';
import type { WebhookEvent, WebhookSubject } from '../../src/domain/webhook/event.ts';
import type { DeliveryQueue } from '../../src/domain/webhook/port.ts';
import type { Delivery } from '../../src/domain/webhook/webhook.ts';
import { WebhookService } from '../../src/domain/webhook/webhook-service.ts';
import { OWNER, TestClock } from './custody.ts';

export const never = new AbortController().signal;
/** Key of the secrets and bodies at rest. */
export const SECRET_KEY = new Uint8Array(32).fill(7);

/** The body of a stored delivery in clear. */
export function openBody(row: {
  readonly delivery_id: string;
  readonly body: string | null;
  readonly sealed_body: Uint8Array | null;
}): string {
  return row.body ?? fromUtf8(decryptSecret(SECRET_KEY, row.delivery_id, row.sealed_body!));
}

/** Loopback's first address alone, at every port. */
const RESOLVER: ResolverOptions = { networks: [{ cidr: '127.0.0.1/32', port: null }] };

/** Webhooks over a database, with a clock that the test sets and no jitter. */
export function openWebhooks(
  database: Database,
  { answerMs = 10_000, ...resolver }: Partial<ResolverOptions> & { answerMs?: number } = {},
) {
  const clock = new TestClock();
  const options = { ...RESOLVER, ...resolver };
  const webhooks = new WebhookService({
    repository: createWebhookRepository(database),
    addresses: createAddressGuard(options),
    clock,
    secretKey: SECRET_KEY,
  });
  const openDeliveries = (change: Partial<DeliveryQueue> = {}, process: Database = database) =>
    new DeliveryService({
      queue: { ...createDeliveryQueue(process), ...change },
      fetcher: createGuardedFetcher(options),
      clock,
      secretKey: SECRET_KEY,
      random: () => 0,
      timeoutMs: answerMs,
    });
  const deliveries = openDeliveries();
  const list = (): Promise<Delivery[]> => webhooks.list(OWNER, { status: null, limit: 200, before: null });
  return {
    clock,
    webhooks,
    deliveries,
    openDeliveries,
    list,
    /** A webhook of a new monitor. */
    async register(url: string, secret: string | null = null) {
      const subject: WebhookSubject = { kind: 'monitor', id: createId('mon') };
      const prepared = await webhooks.prepare({ url, secret }, never);
      const holder = { ownerId: OWNER.ownerId, subject, at: clock.now() };
      await database.transaction((trx) => insertWebhook(trx, prepared.webhook, holder));
      return { subject, secret: prepared.secret, webhookId: prepared.webhook.webhookId };
    },
    tell: (subject: WebhookSubject, type: WebhookEvent['type'] = 'monitor.changed') =>
      database.transaction((trx) =>
        recordEvent(
          trx,
          { subject, type, at: clock.now(), data: { monitor_id: subject.id } },
          { sealing: { secretKey: SECRET_KEY, bundleIds: [], dataWithout: {} } },
        ),
      ),
    /** Deliver what is due now, one after the other. */
    async deliverDue() {
      for (;;) {
        const claimed = await deliveries.claim();
        if (!claimed) return;
        await deliveries.attempt(claimed, never);
      }
    },
    /** Deliver until nothing is pending, each attempt when it falls due and none a moment before. */
    async deliverAll() {
      for (;;) {
        await this.deliverDue();
        const times = (await list()).flatMap(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? []);
        if (times.length === 0) return;
        clock.time = Math.min(...times) - 1;
        if (await deliveries.claim()) throw new Error('taken before it was due');
        clock.time += 1;
      }
    },
  };
}
