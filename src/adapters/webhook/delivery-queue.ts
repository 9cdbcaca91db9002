import { type Kysely, sql, type Transaction } from 'kysely';
import { toTimestamp } from '../../core/clock.ts';
import { createUlid } from '../../core/id.ts';
import type { EndpointHealth } from '../../domain/webhook/judge-attempt.ts';
import type { ClaimedDelivery, ClaimTerms, DeliveryQueue } from '../../domain/webhook/port.ts';
import type { DeliveryAttempt } from '../../domain/webhook/webhook.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type WebhookSchema, withWebhookTables, withWebhookTablesIn } from './webhook-schema.ts';

/** Attempts that a row keeps; only redeliveries make more. */
const KEPT_ATTEMPTS = 50;

/** Deliveries as workers of all processes take and end them. */
export const createDeliveryQueue = (database: Database): DeliveryQueue => ({
  claim: (terms) => database.query((db) => claimDue(db, terms)),
  record: (delivery, attempt, judge) =>
    database.transaction(async (plain) => {
      const trx = withWebhookTablesIn(plain);
      // The endpoint first, as where it is removed: other attempts at it wait here for their turn.
      const health = await lockEndpoint(trx, delivery.webhookId);
      const attempts = health && (await lockAttempts(trx, delivery));
      if (!health || !attempts) return;
      const { status, nextAttemptAt, endpoint } = judge(health);
      await trx
        .updateTable('webhook_deliveries')
        .set({
          status,
          attempts: JSON.stringify([...attempts, toStored(attempt)].slice(-KEPT_ATTEMPTS)),
          retries_left: Math.max(0, delivery.retriesLeft - 1),
          next_attempt_at: nextAttemptAt,
          claim: null,
        })
        .where('delivery_id', '=', delivery.deliveryId)
        .execute();
      await saveHealth(trx, delivery.webhookId, endpoint);
      if (endpoint.state === 'disabled') await abandonWaiting(trx, delivery.webhookId, attempt.at);
    }),
  async release({ deliveryId, claim }, at) {
    await database.query((db) =>
      withWebhookTables(db)
        .updateTable('webhook_deliveries')
        .set({ claim: null, next_attempt_at: at })
        .where('delivery_id', '=', deliveryId)
        .where('claim', '=', claim)
        .execute(),
    );
  },
  async removeOlder(time) {
    await database.query((db) => removeOlderDeliveries(withWebhookTables(db), time));
    await database.query((db) => removeSilentWebhooks(withWebhookTables(db), time));
  },
});

interface ClaimedRow {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly body: string | null;
  readonly sealed_body: Uint8Array;
  readonly retries_left: number;
  readonly sealed_secret: Uint8Array;
  readonly previous_sealed_secret: Uint8Array | null;
  readonly previous_secret_until: Date | null;
}

/** One statement: what another process claims at the same time is skipped, and nobody waits. */
async function claimDue(
  db: Kysely<Schema>,
  { now, leaseEnds, perOrigin }: ClaimTerms,
): Promise<ClaimedDelivery | null> {
  const claim = createUlid({ now: () => now });
  const { rows } = await sql<ClaimedRow>`
    update webhook_deliveries d set claim = ${claim}, next_attempt_at = ${leaseEnds}
    from webhooks w
    where w.webhook_id = d.webhook_id and d.delivery_id = (
      select due.delivery_id from webhook_deliveries due join webhooks on webhooks.webhook_id = due.webhook_id
      where due.status = 'pending' and due.next_attempt_at <= ${now} and webhooks.origin not in (
        select busy.origin from webhook_deliveries held join webhooks busy on busy.webhook_id = held.webhook_id
        where held.status = 'pending' and held.claim is not null and held.next_attempt_at > ${now}
        group by busy.origin having count(*) >= ${perOrigin}
      )
      order by due.next_attempt_at, due.delivery_id limit 1 for update of due skip locked
    )
    returning d.delivery_id, d.webhook_id, w.url, d.body, d.sealed_body, d.retries_left,
      w.sealed_secret, w.previous_sealed_secret, w.previous_secret_until`.execute(db);
  const row = rows[0];
  return row ? { ...toClaimed(row, now), claim } : null;
}

function toClaimed(row: ClaimedRow, now: Date): Omit<ClaimedDelivery, 'claim'> {
  const { previous_sealed_secret: previous, previous_secret_until: until } = row;
  const isPreviousValid = previous !== null && until !== null && until > now;
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    url: row.url,
    body: row.body === null ? { sealed: row.sealed_body } : { text: row.body },
    retriesLeft: row.retries_left,
    sealedSecrets: isPreviousValid ? [row.sealed_secret, previous] : [row.sealed_secret],
  };
}

/** Null when the webhook was removed. */
async function lockEndpoint(
  trx: Transaction<WebhookSchema>,
  webhookId: string,
): Promise<EndpointHealth | null> {
  const row = await trx
    .selectFrom('webhooks')
    .select(['state', 'failing_since', 'last_failed_at'])
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { state: row.state, failingSince: row.failing_since, lastFailedAt: row.last_failed_at } : null;
}

/** Attempts so far; null when the claim was lost: the lease ended, and another process took the delivery over. */
async function lockAttempts(trx: Transaction<WebhookSchema>, { deliveryId, claim }: ClaimedDelivery) {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .select('attempts')
    .where('delivery_id', '=', deliveryId)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst();
  return row?.attempts ?? null;
}

const toStored = ({ at, statusCode, error, durationMs }: DeliveryAttempt) => ({
  at: toTimestamp(at),
  status_code: statusCode,
  error,
  duration_ms: durationMs,
});

const saveHealth = (
  trx: Transaction<WebhookSchema>,
  webhookId: string,
  { state, failingSince, lastFailedAt }: EndpointHealth,
) =>
  trx
    .updateTable('webhooks')
    .set({ state, failing_since: failingSince, last_failed_at: lastFailedAt })
    .where('webhook_id', '=', webhookId)
    .execute();

/** Give up what waits for a disabled endpoint; attempts under way elsewhere end by themselves. */
const abandonWaiting = (trx: Transaction<WebhookSchema>, webhookId: string, now: Date) =>
  trx
    .updateTable('webhook_deliveries')
    .set({ status: 'abandoned', next_attempt_at: null, claim: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where((where) => where.or([where('claim', 'is', null), where('next_attempt_at', '<=', now)]))
    .execute();

const removeOlderDeliveries = (db: Kysely<WebhookSchema>, time: Date) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('status', '<>', 'pending')
    .where('created_at', '<', time)
    .execute();

/** A monitor's webhook goes with its monitor; a job is never removed, but it has nothing to tell after its end. */
const removeSilentWebhooks = (db: Kysely<WebhookSchema>, time: Date) =>
  db
    .deleteFrom('webhooks')
    .where('subject_kind', '=', 'job')
    .where('created_at', '<', time)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('delivery_id')
            .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.webhook_id'),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('job_id')
            .whereRef('jobs.job_id', '=', 'webhooks.subject_id')
            .where('jobs.status', 'in', ['queued', 'processing']),
        ),
      ),
    )
    .execute();
