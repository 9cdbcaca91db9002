import type { WebhookSubject } from './event.ts';

/** Judges an address before there is anything to send to it or fetch from it. */
export interface AddressGuard {
  /**
   * Resolve the name and judge every address. A name that does not resolve just now passes: each attempt judges anew.
   *
   * @throws EvidenceError `URL_BLOCKED`.
   */
  assertAllowed(url: URL, signal: AbortSignal): Promise<void>;
}

/** Replaces the secret of a subject's webhook. */
export interface SecretRotation {
  readonly subject: WebhookSubject;
  /** Makes the bytes to store; they are bound to the webhook's id. */
  readonly seal: (webhookId: string) => Uint8Array;
  /** Until when the old secret signs too. */
  readonly previousUntil: Date;
}

/** Webhooks and their deliveries in SQL. */
export interface WebhookRepository {
  /** @returns the webhook's id; null when the owner has no such webhook. */
  rotate(ownerId: string, rotation: SecretRotation): Promise<string | null>;
}
