import type { WebhookSubject } from './event.ts';
import type { AttemptVerdict, EndpointHealth } from './judge-attempt.ts';
import type { Delivery, DeliveryAttempt, DeliveryStatus } from './webhook.ts';

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

/** Which deliveries of an owner to list, newest first. */
export interface DeliveryQuery {
  readonly status: DeliveryStatus | null;
  readonly limit: number;
  /** Id of the last one of the page before. */
  readonly before: string | null;
}

/** Webhooks and their deliveries in SQL, as their owners see them. */
export interface WebhookRepository {
  /** @returns the webhook's id; null when the owner has no such webhook. */
  rotate(ownerId: string, rotation: SecretRotation): Promise<string | null>;
  list(ownerId: string, query: DeliveryQuery): Promise<Delivery[]>;
  /**
   * Make a delivery due at once. One that has ended gets a single attempt more.
   *
   * @returns null when it is not the owner's.
   */
  redeliver(ownerId: string, deliveryId: string, at: Date): Promise<Delivery | null>;
}

/** The bytes that every attempt sends, in clear or, when they quote documents, encrypted. */
export type DeliveryBody = { readonly text: string } | { readonly sealed: Uint8Array };

/** A delivery whose next attempt belongs to this process until its lease ends. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly claim: string;
  readonly webhookId: string;
  readonly url: string;
  readonly body: DeliveryBody;
  readonly retriesLeft: number;
  /** Those that sign, the current one first. */
  readonly sealedSecrets: readonly Uint8Array[];
}

/** Limits of a claim. */
export interface ClaimTerms {
  readonly now: Date;
  /** Afterwards the process counts as dead, and another one takes the delivery over. */
  readonly leaseEnds: Date;
  /** Most attempts at a time at one origin, over all processes. */
  readonly perOrigin: number;
}

/** Deliveries as workers take and end them. */
export interface DeliveryQueue {
  /** Take the delivery that is due longest. Null when there is none that may be tried now. */
  claim(terms: ClaimTerms): Promise<ClaimedDelivery | null>;
  /** Note the attempt and what `judge` makes of it, unless the claim was lost or the webhook removed. */
  record(
    delivery: ClaimedDelivery,
    attempt: DeliveryAttempt,
    judge: (health: EndpointHealth) => AttemptVerdict,
  ): Promise<void>;
  /** Give a claim back unused: it is due at once, for whoever comes. */
  release(delivery: ClaimedDelivery, at: Date): Promise<void>;
  /** Remove deliveries made before `time` that have ended, and webhooks of ended jobs with nothing left to tell. */
  removeOlder(time: Date): Promise<void>;
}
