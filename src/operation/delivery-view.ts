import { z } from 'zod';
import { toTimestamp } from '../core/clock.ts';
import { component, idSchema, timestamp } from '../core/schema.ts';
import { DELIVERY_STATUSES, type Delivery } from '../domain/webhook/webhook.ts';
import { createdAt } from './fields.ts';

export const deliveryId = idSchema('dlv').describe('Delivery id, dlv_…: its webhook-id header');
export const deliveryStatus = z.enum(DELIVERY_STATUSES);

/** A delivery as every operation answers it. */
export const deliveryOutput = component(
  'WebhookDelivery',
  z.object({
    id: deliveryId,
    delivery_id: deliveryId,
    webhook_id: idSchema('wh').describe('wh_…, one for each job or monitor'),
    type: z.string().describe('Event, e.g. job.completed'),
    url: z.string().describe('The webhook_url'),
    status: deliveryStatus.describe('failed: no attempt left; abandoned: the endpoint is disabled'),
    attempts: z
      .array(
        z.object({
          at: timestamp.describe('RFC 3339, UTC'),
          status_code: z.int().nullable().describe('Answer; null: none came'),
          error: z.string().nullable().describe('Why none came'),
          duration_ms: z.int().describe('Milliseconds'),
        }),
      )
      .describe('Oldest first, the last 50'),
    next_attempt_at: timestamp.nullable().describe('RFC 3339, UTC; null: none'),
    created_at: createdAt,
  }),
);

export const viewDelivery = (delivery: Delivery): z.input<typeof deliveryOutput> => ({
  id: delivery.deliveryId,
  delivery_id: delivery.deliveryId,
  webhook_id: delivery.webhookId,
  type: delivery.type,
  url: delivery.url,
  status: delivery.status,
  attempts: delivery.attempts.map(({ at, statusCode, error, durationMs }) => ({
    at: toTimestamp(at),
    status_code: statusCode,
    error,
    duration_ms: durationMs,
  })),
  next_attempt_at: delivery.nextAttemptAt && toTimestamp(delivery.nextAttemptAt),
  created_at: toTimestamp(delivery.createdAt),
});
