import { toTimestamp } from '../../core/clock.ts';

/** Everything that a webhook may tell (design.md 4.7). */
export type WebhookEventType =
  | 'job.progress'
  | 'job.completed'
  | 'job.failed'
  | 'monitor.changed'
  | 'monitor.failed'
  | 'monitor.exhausted';

/** What a webhook belongs to: there is at most one for each. */
export interface WebhookSubject {
  readonly kind: 'job' | 'monitor';
  readonly id: string;
}

/** Something that happened to a subject. */
export interface WebhookEvent {
  readonly subject: WebhookSubject;
  readonly type: WebhookEventType;
  readonly at: Date;
  /** Thin: ids, states and short facts, well below 20 kB. Everything else is asked for by id. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What an event holds of the text of bundles. */
export interface EventQuotes {
  readonly bundleIds: readonly string[];
  /** Told in the place of its `data` when one of the bundles is deleted already. */
  readonly dataWithout: WebhookEvent['data'];
}

/**
 * The body of a delivery. It is made once and stored: every attempt sends these bytes.
 *
 * ```
 * {"type":"job.completed","timestamp":"2026-03-14T15:09:26.000Z","data":{"job_id":"job_01J…",…}}
 * ```
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#payload-structure
 */
export const encodeEvent = ({ type, at, data }: WebhookEvent): string =>
  JSON.stringify({ type, timestamp: toTimestamp(at), data });

/** Whether a failed attempt is repeated. Progress is told once: the next one says more. */
export const isRetried = (type: WebhookEventType): boolean => type !== 'job.progress';
