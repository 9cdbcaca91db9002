import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { utf8 } from '../../src/core/bytes.ts';
import { decryptSecret, encryptSecret } from '../../src/core/sealed-secret.ts';

const key = randomBytes(32);
const plain = utf8('authorization: Bearer planted');

it('gives back what was encrypted, and never the same bytes twice', () => {
  const sealed = encryptSecret(key, 'job_1', plain);
  expect(decryptSecret(key, 'job_1', sealed)).toEqual(plain);
  expect(encryptSecret(key, 'job_1', plain)).not.toEqual(sealed);
  expect(Buffer.from(sealed).includes('planted')).toBe(false);
});

it('refuses another job, another key and a changed byte', () => {
  const sealed = encryptSecret(key, 'job_1', plain);
  const changed = sealed.map((byte, index) => (index === 20 ? byte ^ 1 : byte));
  expect(() => decryptSecret(key, 'job_2', sealed)).toThrow();
  expect(() => decryptSecret(randomBytes(32), 'job_1', sealed)).toThrow();
  expect(() => decryptSecret(key, 'job_1', changed)).toThrow();
});
