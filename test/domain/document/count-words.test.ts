import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords } from '../../../src/domain/document/count-words.ts';

it.each([
  ['', 0],
  ['Hello, world!', 2],
  ["don't count 3.14 twice", 4],
  ['東京都に住む', 4],
  ['--- *** ---', 0],
])('counts the words of %j', (text, expected) => {
  expect(countWords(text)).toBe(expected);
});

it('counts as one segmentation of the whole text does', () => {
  const words = fc.array(fc.constantFrom('alpha', 'b', '42', '…', 'naïve', '\n'), { maxLength: 3_000 });
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join(' ');
      const whole = [...segmenter.segment(text)].filter((segment) => segment.isWordLike).length;
      expect(countWords(text)).toBe(whole);
    }),
    { numRuns: 20 },
  );
});
