import { randomBytes } from 'node:crypto';
import { EvidenceError } from '../../core/error.ts';
import { decodeBase64, encodeBase64 } from '../note/base64.ts';

const PREFIX = 'whsec_';
const NEW_BYTES = 32;
/** Limits of the standard, bytes. */
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** A new signing secret, `whsec_` and 32 random bytes in base64. */
export const createSecret = (): string => `${PREFIX}${encodeBase64(randomBytes(NEW_BYTES))}`;

/**
 * The key behind a secret that a caller brings.
 *
 * @throws EvidenceError `REQUEST_INVALID`; the message does not repeat the secret.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
 */
export function parseSecret(secret: string): Uint8Array {
  const key = secret.startsWith(PREFIX) ? decodeBase64(secret.slice(PREFIX.length)) : null;
  if (key && key.length >= LEAST_BYTES && key.length <= MOST_BYTES) return key;
  throw new EvidenceError(
    'REQUEST_INVALID',
    'webhook_secret: expected whsec_ and the base64 of 24 to 64 bytes, with padding',
  );
}
