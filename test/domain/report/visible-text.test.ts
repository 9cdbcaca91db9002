import { expect, it } from 'vitest';
import { visibleText } from '../../../src/domain/report/visible-text.ts';

it.each([
  ['a reversed name', 'annual\u202egpj.exe', 'annual[U+202E]gpj.exe'],
  ['an escape sequence', '\x1b[2J', '[U+001B][2J'],
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['a tag character', 'x\u{e0041}', 'x[U+E0041]'],
  ['a lone surrogate', '\ud800', '[U+D800]'],
])('shows %s', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

it('leaves ordinary text of every script as it is', () => {
  const text = 'Fee: 12 €\n\tمی‌خواهم 約款 क्‍ष 👩‍💻';
  expect(visibleText(text)).toBe(text);
});
