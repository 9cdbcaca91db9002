import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import { encryptSecret } from '../../core/sealed-secret.ts';
import type { Owner } from '../account/principal.ts';
import { judgeUrl } from '../egress/policy.ts';
import type { WebhookSubject } from './event.ts';
import type { AddressGuard, DeliveryQuery, WebhookRepository } from './port.ts';
import { createSecret, parseSecret } from './secret.ts';
import type { Delivery, NewWebhook } from './webhook.ts';

/** For so long the old secret signs beside the new one. */
const ROTATION_MS = 24 * 3_600_000;

export interface WebhookParts {
  readonly repository: WebhookRepository;
  readonly addresses: AddressGuard;
  readonly clock: Clock;
  /** 32 bytes that encrypt secrets at rest. */
  readonly secretKey: Uint8Array;
}

/** Where a caller wants to be told. */
export interface WebhookRequest {
  readonly url: string;
  /** The caller's own `whsec_…`; null: a new one is made. */
  readonly secret: string | null;
}

/** A webhook to store, and its secret in clear: shown once, in the answer of the creation. */
export interface PreparedWebhook {
  readonly webhook: NewWebhook;
  readonly secret: string;
}

/** Webhooks of callers. They are stored, and their events written, with the rows of their subjects. */
export class WebhookService {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /**
   * Judge address and secret of a new webhook.
   *
   * @throws EvidenceError `URL_BLOCKED`, `REQUEST_INVALID`.
   */
  async prepare({ url, secret: own }: WebhookRequest, signal: AbortSignal): Promise<PreparedWebhook> {
    const target = parseUrl(url);
    const secret = own ?? createSecret();
    const key = parseSecret(secret);
    await this.#parts.addresses.assertAllowed(target, signal);
    const webhookId = createId('wh', this.#parts.clock);
    const sealedSecret = encryptSecret(this.#parts.secretKey, webhookId, key);
    return { webhook: { webhookId, url: target.href, sealedSecret }, secret };
  }

  /**
   * Give the webhook of a subject another secret. Both sign for 24 hours.
   *
   * @throws EvidenceError `NOT_FOUND` when the owner's subject has no webhook, `REQUEST_INVALID`.
   */
  async rotate(owner: Owner, subject: WebhookSubject, own: string | null): Promise<RotatedSecret> {
    const secret = own ?? createSecret();
    const key = parseSecret(secret);
    const previousUntil = new Date(this.#parts.clock.now().getTime() + ROTATION_MS);
    const seal = (webhookId: string) => encryptSecret(this.#parts.secretKey, webhookId, key);
    const webhookId = await this.#parts.repository.rotate(owner.ownerId, { subject, seal, previousUntil });
    if (webhookId === null) throw new EvidenceError('NOT_FOUND');
    return { webhookId, secret, previousUntil };
  }

  /** Deliveries of an owner, newest first; those that ended 30 days ago are forgotten. */
  list(owner: Owner, query: DeliveryQuery): Promise<Delivery[]> {
    return this.#parts.repository.list(owner.ownerId, query);
  }

  /**
   * Send a delivery again, with its own id and bytes, also to a disabled endpoint: a success enables it.
   *
   * @throws EvidenceError `NOT_FOUND`.
   */
  async redeliver(owner: Owner, deliveryId: string): Promise<Delivery> {
    const { repository, clock } = this.#parts;
    const delivery = await repository.redeliver(owner.ownerId, deliveryId, clock.now());
    if (!delivery) throw new EvidenceError('NOT_FOUND');
    return delivery;
  }
}

interface RotatedSecret {
  readonly webhookId: string;
  /** Shown once. */
  readonly secret: string;
  /** Until when the old secret signs too. */
  readonly previousUntil: Date;
}

/** @throws EvidenceError `REQUEST_INVALID` when malformed, `URL_BLOCKED` for another scheme or a forbidden port. */
function parseUrl(text: string): URL {
  const verdict = judgeUrl(text);
  if (verdict.allowed) return verdict.target.url;
  if (verdict.reason !== 'malformed')
    throw new EvidenceError('URL_BLOCKED', 'webhook_url: this address is not called from here.', {
      details: { reason: verdict.reason },
      hint: 'Name a public http or https address.',
    });
  throw new EvidenceError(
    'REQUEST_INVALID',
    'webhook_url: expected an absolute http or https URL without user name',
  );
}
