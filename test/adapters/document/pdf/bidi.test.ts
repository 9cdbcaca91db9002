import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLineRtl, logicalText } from '../../../../src/adapters/document/pdf/bidi.ts';

/** Single characters from left to right, as they stand on the page. */
const line = (visual: string) => Array.from(visual, (text) => ({ text }));

describe('a line from right to left', () => {
  it.each([
    ['םלוע םולש', 'שלום עולם'],
    ['הנש 1948 תנשב', 'בשנת 1948 שנה'],
    ['.תלעופ Windows 11 תסרג', 'גרסת Windows 11 פועלת.'],
    ['3.14 ריחמ', 'מחיר 3.14'],
    ['50% החנה', 'הנחה 50%'],
    ['%50 مصخ', 'خصم 50%'],
    ['٣٫٥ رعس', 'سعر ٣٫٥'],
    ['(םלוע) םולש', 'שלום (עולם)'],
    ['2 - 1 םידומע', 'עמודים 1 - 2'],
  ])('%s is read as %s', (visual, logical) => {
    expect(logicalText(line(visual), true)).toBe(logical);
  });
});

describe('a line from left to right', () => {
  it.each([
    ['plain text, 12.5', 'plain text, 12.5'],
    ['He said םלוע םולש twice', 'He said שלום עולם twice'],
    ['from ג 12 ב on', 'from ב 12 ג on'],
    ['12 םולש', '12 שלום'],
  ])('%s is read as %s', (visual, logical) => {
    expect(logicalText(line(visual), false)).toBe(logical);
  });
});

it('keeps the order within a cluster: a ligature, a letter with its points', () => {
  expect(logicalText([{ text: 'لا' }, { text: 'بِ' }], true)).toBe('بِلا');
});

it('loses and adds nothing', () => {
  const unit = fc.constantFrom(...'אבגاب٣٤abz019 .,:%-()/');
  fc.assert(
    fc.property(fc.array(unit), fc.boolean(), (characters, isRtl) => {
      const sorted = (text: string) => Array.from(text.replace(/[()]/g, '|')).toSorted();
      expect(sorted(logicalText(line(characters.join('')), isRtl))).toEqual(sorted(characters.join('')));
    }),
  );
});

it('leaves lines without letters from right to left as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abz019 .,:%-()/') }), (text) => {
      expect(logicalText(line(text), false)).toBe(text);
    }),
  );
});

describe('the direction of a paragraph', () => {
  it.each([
    ['both ends from right to left', 'ב abc א', false, true],
    ['both ends from left to right, on a page like that', 'abc א def', false, false],
    ['a Latin line on a page from right to left', 'English ב words', true, false],
    ['a wrapped line that begins and ends with names', 'ABC הלש םינכומה CDE', true, true],
    ['ends that differ: as the page, left', 'abc א', false, false],
    ['ends that differ: as the page, right', 'abc א', true, true],
  ] as const)('%s', (...[, visual, isPageRtl, expected]) => {
    expect(isLineRtl(line(visual), isPageRtl)).toBe(expected);
  });
});
