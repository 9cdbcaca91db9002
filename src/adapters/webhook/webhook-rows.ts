import type { Transaction } from 'kysely';
import { utf8 } from '../../core/bytes.ts';
import { createId } from '../../core/id.ts';
import { encryptSecret } from '../../core/sealed-secret.ts';
import {
  type EventQuotes,
  encodeEvent,
  isRetried,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookSubject,
} from '../../domain/webhook/event.ts';
import { MAX_RETRIES } from '../../domain/webhook/retry-schedule.ts';
import type { NewWebhook } from '../../domain/webhook/webhook.ts';
import type { Schema } from '../database/schema.ts';
import { type WebhookSchema, withWebhookTablesIn } from './webhook-schema.ts';

/** Whose webhook it is. */
export interface WebhookHolder {
  readonly ownerId: string;
  readonly subject: WebhookSubject;
  readonly at: Date;
}

/** Store a webhook in the transaction that stores its subject. */
export async function insertWebhook(
  trx: Transaction<Schema>,
  { webhookId, url, sealedSecret }: NewWebhook,
  { ownerId, subject, at }: WebhookHolder,
): Promise<void> {
  await withWebhookTablesIn(trx)
    .insertInto('webhooks')
    .values({
      webhook_id: webhookId,
      owner_id: ownerId,
      subject_kind: subject.kind,
      subject_id: subject.id,
      url,
      origin: new URL(url).origin,
      state: 'active',
      sealed_secret: sealedSecret,
      created_at: at,
    })
    .execute();
}

/** How an event that quotes bundles is kept. */
export interface QuoteSealing extends EventQuotes {
  /** 32 bytes, those that encrypt the secrets of webhooks. */
  readonly secretKey: Uint8Array;
}

export interface EventOptions {
  /** Write nothing when the webhook has an event of these types already. */
  readonly unlessTold?: readonly WebhookEventType[];
  /** Null: the event quotes nothing, and its body lies in clear. */
  readonly sealing?: QuoteSealing | null;
}

/**
 * Write the delivery of an event in the transaction that makes it happen: it is sent if and only if that one
 * commits. Nothing is written for a subject without a webhook; for a disabled one the log says `abandoned`.
 */
export async function recordEvent(
  plain: Transaction<Schema>,
  event: WebhookEvent,
  { unlessTold = [], sealing = null }: EventOptions = {},
): Promise<void> {
  const trx = withWebhookTablesIn(plain);
  const webhook = await trx
    .selectFrom('webhooks')
    .select(['webhook_id', 'owner_id', 'state'])
    .where('subject_kind', '=', event.subject.kind)
    .where('subject_id', '=', event.subject.id)
    // Who disables it meanwhile would miss this delivery.
    .forShare()
    .executeTakeFirst();
  if (!webhook || (await isTold(trx, webhook.webhook_id, unlessTold))) return;
  const isActive = webhook.state === 'active';
  const deliveryId = createId('dlv', { now: () => event.at });
  await trx
    .insertInto('webhook_deliveries')
    .values({
      delivery_id: deliveryId,
      webhook_id: webhook.webhook_id,
      owner_id: webhook.owner_id,
      type: event.type,
      ...(await toBodyColumns(trx, { deliveryId, event, sealing })),
      status: isActive ? 'pending' : 'abandoned',
      attempts: JSON.stringify([]),
      retries_left: isRetried(event.type) ? MAX_RETRIES : 0,
      next_attempt_at: isActive ? event.at : null,
      created_at: event.at,
    })
    .execute();
}

interface NewBody {
  readonly deliveryId: string;
  readonly event: WebhookEvent;
  readonly sealing: QuoteSealing | null;
}

async function toBodyColumns(trx: Transaction<WebhookSchema>, { deliveryId, event, sealing }: NewBody) {
  if (!sealing) return inClear(event);
  const { secretKey, bundleIds, dataWithout } = sealing;
  if (await isAnyDeleted(trx, bundleIds)) return inClear({ ...event, data: dataWithout });
  const sealed = encryptSecret(secretKey, deliveryId, utf8(encodeEvent(event)));
  return { body: null, sealed_body: sealed, quoted_bundle_ids: bundleIds };
}

const inClear = (event: WebhookEvent) => ({
  body: encodeEvent(event),
  sealed_body: null,
  quoted_bundle_ids: null,
});

/** A deletion that comes now waits for this transaction, and finds what it has written. */
async function isAnyDeleted(trx: Transaction<WebhookSchema>, bundleIds: readonly string[]): Promise<boolean> {
  if (bundleIds.length === 0) return false;
  const bundles = await trx
    .selectFrom('bundles')
    .select('status')
    .where('bundle_id', 'in', bundleIds)
    .forShare()
    .execute();
  return bundles.some(({ status }) => status === 'deleted');
}

async function isTold(
  trx: Transaction<WebhookSchema>,
  webhookId: string,
  types: readonly WebhookEventType[],
): Promise<boolean> {
  if (types.length === 0) return false;
  const told = await trx
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', webhookId)
    .where('type', 'in', types)
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}

/** Remove the webhook of a subject that goes, and its deliveries: nothing is sent any more. */
export async function removeWebhook(trx: Transaction<Schema>, subject: WebhookSubject): Promise<void> {
  await withWebhookTablesIn(trx)
    .deleteFrom('webhooks')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .execute();
}
