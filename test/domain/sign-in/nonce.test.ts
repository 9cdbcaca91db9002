import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNonce, expiryOfNonce } from '../../../src/domain/sign-in/nonce.ts';

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const expiry = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });

it('gives back its end to whoever has the secret, and to nobody else', () => {
  fc.assert(
    fc.property(secret, secret, expiry, (own, other, end) => {
      const nonce = createNonce(own, end);
      expect(nonce).toMatch(/^[A-Za-z0-9]{8,}$/); // EIP-4361: nonce = 8*( ALPHA / DIGIT )
      expect(expiryOfNonce(own, nonce)).toEqual(end);
      if (String(own) !== String(other)) expect(expiryOfNonce(other, nonce)).toBeNull();
    }),
  );
});

it('is nobody’s once any character differs', () => {
  const own = new Uint8Array(32).fill(1);
  const nonce = createNonce(own, new Date());
  for (const [index, character] of [...nonce].entries()) {
    const changed = `${nonce.slice(0, index)}${character === '0' ? '1' : '0'}${nonce.slice(index + 1)}`;
    expect(expiryOfNonce(own, changed)).toBeNull();
  }
});

it('is never the same twice', () => {
  const own = new Uint8Array(32);
  const end = new Date();
  expect(new Set(Array.from({ length: 100 }, () => createNonce(own, end))).size).toBe(100);
});

it('takes no other text for one', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      expect(expiryOfNonce(new Uint8Array(32), text)).toBeNull();
    }),
  );
});
