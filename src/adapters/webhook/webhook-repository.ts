import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DeliveryQuery, SecretRotation, WebhookRepository } from '../../domain/webhook/port.ts';
import type { Delivery } from '../../domain/webhook/webhook.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type WebhookSchema, withWebhookTables, withWebhookTablesIn } from './webhook-schema.ts';

/** Webhooks and their deliveries in SQL. */
export const createWebhookRepository = (database: Database): WebhookRepository => ({
  rotate: (ownerId, rotation) =>
    database.transaction((trx) => rotateSecret(withWebhookTablesIn(trx), ownerId, rotation)),
  list: (ownerId, query) => database.query((db) => listDeliveries(db, ownerId, query)),
  redeliver: (ownerId, deliveryId, at) =>
    database.transaction(async (plain) => {
      const trx = withWebhookTablesIn(plain);
      const found = await trx
        .selectFrom('webhook_deliveries')
        .select(['status', 'claim', 'next_attempt_at'])
        .where('owner_id', '=', ownerId)
        .where('delivery_id', '=', deliveryId)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return null;
      // An attempt under way is the redelivery that was asked for.
      if (found.claim === null) await makeDue(trx, { deliveryId, isPending: found.status === 'pending', at });
      const row = await selectDeliveries(trx).where('delivery_id', '=', deliveryId).executeTakeFirstOrThrow();
      return toDelivery(row);
    }),
});

async function rotateSecret(
  trx: Transaction<WebhookSchema>,
  ownerId: string,
  { subject, seal, previousUntil }: SecretRotation,
): Promise<string | null> {
  const found = await trx
    .selectFrom('webhooks')
    .select(['webhook_id', 'sealed_secret'])
    .where('owner_id', '=', ownerId)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return null;
  await trx
    .updateTable('webhooks')
    .set({
      sealed_secret: seal(found.webhook_id),
      previous_sealed_secret: found.sealed_secret,
      previous_secret_until: previousUntil,
    })
    .where('webhook_id', '=', found.webhook_id)
    .execute();
  return found.webhook_id;
}

interface DueDelivery {
  readonly deliveryId: string;
  readonly isPending: boolean;
  readonly at: Date;
}

/** One that waits for its next attempt goes on with its schedule afterwards; one that has ended gets no schedule. */
const makeDue = (trx: Transaction<WebhookSchema>, { deliveryId, isPending, at }: DueDelivery) =>
  trx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', next_attempt_at: at, ...(!isPending && { retries_left: 0 }) })
    .where('delivery_id', '=', deliveryId)
    .execute();

/** Ids begin with their time: their order is that of their making. */
async function listDeliveries(
  db: Kysely<Schema>,
  ownerId: string,
  { status, limit, before }: DeliveryQuery,
): Promise<Delivery[]> {
  let found = selectDeliveries(withWebhookTables(db)).where('d.owner_id', '=', ownerId);
  if (status !== null) found = found.where('d.status', '=', status);
  if (before !== null) found = found.where('d.delivery_id', '<', before);
  const rows = await found.orderBy('d.delivery_id', 'desc').limit(limit).execute();
  return rows.map(toDelivery);
}

const selectDeliveries = (db: Kysely<WebhookSchema>) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.webhook_id', 'd.webhook_id')
    .select([
      'd.delivery_id',
      'd.webhook_id',
      'd.type',
      'w.url',
      'd.status',
      'd.attempts',
      'd.next_attempt_at',
      'd.created_at',
    ]);

type DeliveryRow = Pick<Selectable<WebhookSchema['webhooks']>, 'url'> &
  Pick<
    Selectable<WebhookSchema['webhook_deliveries']>,
    'delivery_id' | 'webhook_id' | 'type' | 'status' | 'attempts' | 'next_attempt_at' | 'created_at'
  >;

const toDelivery = (row: DeliveryRow): Delivery => ({
  deliveryId: row.delivery_id,
  webhookId: row.webhook_id,
  type: row.type,
  url: row.url,
  status: row.status,
  attempts: row.attempts.map(({ at, status_code, error, duration_ms }) => ({
    at: new Date(at),
    statusCode: status_code,
    error,
    durationMs: duration_ms,
  })),
  nextAttemptAt: row.next_attempt_at,
  createdAt: row.created_at,
});
