import { fromUtf8 } from '../../core/bytes.ts';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError, toEvidenceError } from '../../core/error.ts';
import { decryptSecret } from '../../core/sealed-secret.ts';
import type { GuardedFetcher } from '../egress/port.ts';
import { judgeAttempt } from './judge-attempt.ts';
import type { ClaimedDelivery, DeliveryQueue } from './port.ts';
import { signAttempt } from './signature.ts';
import type { DeliveryAttempt } from './webhook.ts';

/** Time of a receiver to answer in full. */
const TIMEOUT_MS = 15_000;
/** Well above the time of an attempt: a claim that is older belongs to a dead process. */
const LEASE_MS = 60_000;
const PER_ORIGIN = 4;
const KEPT_MS = 30 * 24 * 3_600_000;

export interface DeliveryParts {
  readonly queue: DeliveryQueue;
  readonly fetcher: GuardedFetcher;
  readonly clock: Clock;
  /** 32 bytes that secrets, and bodies that quote documents, are encrypted under. */
  readonly secretKey: Uint8Array;
  /** From 0 to 1, 1 excluded; spreads retries. */
  readonly random: () => number;
  /** Default 15,000. */
  readonly timeoutMs?: number;
}

/** Sends deliveries: at least once each, the same id and the same bytes at every attempt. */
export class DeliveryService {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Take what is due longest; null when nothing is. */
  claim(): Promise<ClaimedDelivery | null> {
    const now = this.#parts.clock.now();
    const leaseEnds = new Date(now.getTime() + LEASE_MS);
    return this.#parts.queue.claim({ now, leaseEnds, perOrigin: PER_ORIGIN });
  }

  /** Make one attempt and note its outcome. When the signal aborts, the delivery is due again at once. */
  async attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const { queue, clock, random } = this.#parts;
    const at = clock.now();
    const outcome = await this.#send(delivery, at, signal);
    if (signal.aborted && outcome.statusCode === null) return queue.release(delivery, clock.now());
    const durationMs = Math.max(0, clock.now().getTime() - at.getTime());
    const attempt = { at, ...outcome, durationMs };
    await queue.record(delivery, attempt, (health) =>
      judgeAttempt({ attempt, retriesLeft: delivery.retriesLeft, chance: random() }, health),
    );
  }

  /** Forget what has ended 30 days ago. */
  sweep(): Promise<void> {
    return this.#parts.queue.removeOlder(new Date(this.#parts.clock.now().getTime() - KEPT_MS));
  }

  async #send(
    delivery: ClaimedDelivery,
    at: Date,
    signal: AbortSignal,
  ): Promise<Pick<DeliveryAttempt, 'statusCode' | 'error'>> {
    const { deliveryId, url } = delivery;
    try {
      const { body, secrets } = this.#open(delivery);
      const answer = await this.#parts.fetcher.fetch({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signAttempt({ deliveryId, at, body }, secrets),
        },
        body,
        maxRedirects: 0,
        // Only the status counts: the answer is the receiver's text, and nobody's business.
        maxBytes: 0,
        timeoutMs: this.#parts.timeoutMs ?? TIMEOUT_MS,
        signal,
      });
      return { statusCode: answer.status, error: null };
    } catch (error) {
      return { statusCode: null, error: describeFailure(toEvidenceError(error)) };
    }
  }

  /** @throws EvidenceError `WEBHOOK_SECRET_LOCKED` when they were encrypted under another key. */
  #open({ deliveryId, body, webhookId, sealedSecrets }: ClaimedDelivery): OpenedDelivery {
    const { secretKey } = this.#parts;
    try {
      return {
        body: 'text' in body ? body.text : fromUtf8(decryptSecret(secretKey, deliveryId, body.sealed)),
        secrets: sealedSecrets.map((sealed) => decryptSecret(secretKey, webhookId, sealed)),
      };
    } catch (cause) {
      throw new EvidenceError('WEBHOOK_SECRET_LOCKED', undefined, { cause });
    }
  }
}

interface OpenedDelivery {
  readonly body: string;
  readonly secrets: readonly Uint8Array[];
}

/** Code and reason, e.g. `URL_UNREACHABLE: timeout`: words of ours, none of the receiver's. */
const describeFailure = ({ code, details }: EvidenceError): string =>
  typeof details['reason'] === 'string' ? `${code}: ${details['reason']}` : code;
