import { expect, it } from 'vitest';
import { countInvisibleCharacters } from '../../../src/domain/document/invisible-characters.ts';

it.each([
  ['plain text', 0],
  ['zero\u200bwidth', 1],
  ['\u202eright to left\u202c', 2],
  ['tag \u{e0041}\u{e0042}', 2],
  ['joined\u200dletters', 1],
  ['\u200c\u200d\u200c', 3],
  ['family 👩\u200d👩\u200d👧 and می\u200cخواهم', 0],
])('counts what %j hides', (text, expected) => {
  expect(countInvisibleCharacters(text)).toBe(expected);
});
