import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomText } from '../../core/random-text.ts';

/** `afk_<id>_<secret>` taken apart. */
export interface ApiKeyParts {
  /** 8 to 32 of `a-z0-9`. Public: it is the owner's id and stands in lists. */
  readonly id: string;
  /** 32 or more of `A-Za-z0-9`. Never stored, never logged. */
  readonly secret: string;
}

export type ApiKeyState = 'active' | 'suspended' | 'revoked';

/** A stored key: only the SHA-256 of its secret is kept. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly secretSha256: string;
  readonly plan: string;
  readonly email: string | null;
  readonly state: ApiKeyState;
  readonly createdAt: Date;
}

/** Take an API key apart. @returns null when the text has not the form `afk_<id>_<secret>`. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const match = /^afk_([a-z0-9]{8,32})_([A-Za-z0-9]{32,128})$/.exec(text);
  return match?.[1] && match[2] ? { id: match[1], secret: match[2] } : null;
}

/** A fresh key: 12 characters of id, 40 of secret (about 200 bits). */
export function createApiKey(): ApiKeyParts & { readonly key: string } {
  const id = randomBytes(6).toString('hex');
  const secret = randomText(40);
  return { id, secret, key: `afk_${id}_${secret}` };
}

/** SHA-256 of the secret, hex: what is stored. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether `secret` is the one behind `secretSha256`, in constant time. */
export function matchesSecret(secret: string, secretSha256: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(secretSha256, 'hex'));
}
