import { expect, it } from 'vitest';
import { createApiKey, hashSecret, matchesSecret, parseApiKey } from '../../../src/domain/account/api-key.ts';

it('a new key has the published form and matches its own hash only', () => {
  const made = createApiKey();
  expect(parseApiKey(made.key)).toEqual({ id: made.id, secret: made.secret });
  expect(matchesSecret(made.secret, hashSecret(made.secret))).toBe(true);
  expect(matchesSecret(`${made.secret}x`, hashSecret(made.secret))).toBe(false);
});

it.each([
  '',
  'afk_',
  'afk_short_0123456789abcdefghijklmnopqrstuvwxyz',
  'afk_UPPERCASE_0123456789abcdefghijklmnopqrstuvwxyz',
  'afk_abcdefgh_tooshort',
  'afk_abcdefgh_0123456789abcdefghijklmnopqrstuv!',
  ` afk_abcdefgh_${'a'.repeat(40)}`,
  `afk_abcdefgh_${'a'.repeat(40)}\n`,
])('%j is no key', (text) => {
  expect(parseApiKey(text)).toBeNull();
});
