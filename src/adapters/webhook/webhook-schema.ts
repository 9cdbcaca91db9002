import type { JSONColumnType, Kysely, Transaction } from 'kysely';
import type { WebhookEventType, WebhookSubject } from '../../domain/webhook/event.ts';
import type { DeliveryStatus } from '../../domain/webhook/webhook.ts';
import type { Schema } from '../database/schema.ts';

interface WebhooksTable {
  readonly webhook_id: string;
  readonly owner_id: string;
  readonly subject_kind: WebhookSubject['kind'];
  readonly subject_id: string;
  readonly url: string;
  /** Origin of `url`: attempts at one receiver at a time are counted by it. */
  readonly origin: string;
  readonly state: 'active' | 'disabled';
  /** Encrypted under a key outside the database. */
  readonly sealed_secret: Uint8Array;
  readonly previous_sealed_secret: Uint8Array | null;
  readonly previous_secret_until: Date | null;
  /** First and last failure since the last success. */
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
  readonly created_at: Date;
}

/** An attempt as it lies in JSON. */
export interface StoredAttempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

interface DeliveriesTable {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly owner_id: string;
  readonly type: WebhookEventType;
  /** The bytes that every attempt sends; null when they quote documents, whose text is never in clear here. */
  readonly body: string | null;
  /** `body`, encrypted under a key outside the database and bound to the delivery's id. */
  readonly sealed_body: Uint8Array | null;
  /** Bundles that `sealed_body` quotes: it goes with the first of them that is deleted. */
  readonly quoted_bundle_ids: readonly string[] | null;
  readonly status: DeliveryStatus;
  readonly attempts: JSONColumnType<StoredAttempt[]>;
  readonly retries_left: number;
  /** Set while pending. While claimed: when another process may take it over. */
  readonly next_attempt_at: Date | null;
  /** Who makes the attempt under way. */
  readonly claim: string | null;
  readonly created_at: Date;
}

// A type, not an interface: `withTables` wants one that no declaration elsewhere can add to.
type WebhookTables = {
  readonly webhooks: WebhooksTable;
  readonly webhook_deliveries: DeliveriesTable;
};

/** The service's tables with those of this folder. */
export type WebhookSchema = Schema & WebhookTables;

/** A connection that sees the tables of this folder too. */
export const withWebhookTables = (db: Kysely<Schema>): Kysely<WebhookSchema> =>
  db.withTables<WebhookTables>();

/** {@link withWebhookTables} inside a transaction. */
export const withWebhookTablesIn = (trx: Transaction<Schema>): Transaction<WebhookSchema> =>
  trx.withTables<WebhookTables>();
