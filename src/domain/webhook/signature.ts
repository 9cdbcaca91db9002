import { createHmac } from 'node:crypto';
import { encodeBase64 } from '../note/base64.ts';

/** One attempt of a delivery, as the receiver sees it. */
export interface SignedAttempt {
  /** The same over all attempts. */
  readonly deliveryId: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The three headers of the standard.
 *
 * ```
 * webhook-id: dlv_01J…
 * webhook-timestamp: 1773500966
 * webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
 * ```
 *
 * @param keys each of them signs: while a secret is rotated the receiver may know either.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#webhook-headers-sending-metadata-to-consumers
 */
export function signAttempt(
  { deliveryId, at, body }: SignedAttempt,
  keys: readonly Uint8Array[],
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${deliveryId}.${seconds}.${body}`).digest();
    return `v1,${encodeBase64(digest)}`;
  });
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
