import type { WebhookEventType } from './event.ts';

/** A webhook that is about to be stored with its subject. */
export interface NewWebhook {
  readonly webhookId: string;
  /** Judged: an address that may be called. */
  readonly url: string;
  /** Its secret under the service's key: what the database holds. */
  readonly sealedSecret: Uint8Array;
}

/** `failed`: all attempts were made. `abandoned`: given up before, its endpoint is disabled. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'abandoned'] as const;

/** One try of a delivery. Of the answer only its status is kept. */
export interface DeliveryAttempt {
  readonly at: Date;
  readonly statusCode: number | null;
  /** Why there was no answer, e.g. `URL_BLOCKED: address`. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** One event on its way to one webhook. */
export interface Delivery {
  /** Also the `webhook-id` header. */
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly type: WebhookEventType;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** Oldest first; of very many only the newest. */
  readonly attempts: readonly DeliveryAttempt[];
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}
