import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 12 hex digits of Unix milliseconds, 24 random ones, and 32 of a MAC over them. EIP-4361 takes letters and digits. */
const FORM = /^(([0-9a-f]{12})[0-9a-f]{24})([0-9a-f]{32})$/;

/** A nonce that names its own end and proves who made it: giving one out stores nothing. */
export function createNonce(secret: Uint8Array, expiresAt: Date): string {
  const body = expiresAt.getTime().toString(16).padStart(12, '0') + randomBytes(12).toString('hex');
  return body + macOf(secret, body);
}

/** Until when a nonce is good; null when it was not made with this secret. */
export function expiryOfNonce(secret: Uint8Array, nonce: string): Date | null {
  const [, body, expiry, mac] = FORM.exec(nonce) ?? [];
  if (!body || !expiry || !mac) return null;
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, body)));
  return isOurs ? new Date(Number.parseInt(expiry, 16)) : null;
}

const macOf = (secret: Uint8Array, body: string): string =>
  createHmac('sha256', secret).update(`affiant sign-in nonce\n${body}`).digest('hex').slice(0, 32);
