import { expect, it } from 'vitest';
import { pdfText } from '../../../../src/adapters/document/pdf/pdf-text.ts';
import { buildGlyphPdf, type TestGlyph } from '../../../support/special-pdf.ts';

const read = async (glyphs: readonly TestGlyph[]): Promise<string> =>
  (await pdfText(buildGlyphPdf(glyphs), null)).pages.join();
const glyphs = (visual: string, from = 0): readonly TestGlyph[] =>
  Array.from(visual, (text, index) => ({ text, at: from + index })).filter(({ text }) => text !== ' ');

it('reads Hebrew drawn from left to right', async () => {
  expect(await read(glyphs('םלוע םולש'))).toBe('שלום עולם');
});

it('reads Hebrew drawn in reading order, each glyph left of the one before', async () => {
  expect(await read(glyphs('םלוע םולש').toReversed())).toBe('שלום עולם');
});

it('reads words that are drawn one after the other', async () => {
  expect(await read([...glyphs('םולש', 5), ...glyphs('םלוע')])).toBe('שלום עולם');
});

it('gives letters, not the forms they take in a word, and keeps ligatures in order', async () => {
  expect(
    await read([
      { text: 'ﺔ', at: 0 },
      { text: 'ﳋ', at: 1 },
      { text: 'لا', at: 2 },
    ]),
  ).toBe('لالخة');
});

it.each([
  [
    'before its letter, from left to right',
    [
      { text: 'ר', at: 0 },
      { text: 'ָ', at: 0.9, width: 0 },
      { text: 'ב', at: 1 },
    ],
  ],
  [
    'after its letter, in reading order',
    [
      { text: 'ב', at: 1 },
      { text: 'ָ', at: 0.9, width: 0 },
      { text: 'ר', at: 0 },
    ],
  ],
])('gives a mark to the letter it is drawn %s', async (_, drawn) => {
  expect(await read(drawn)).toBe('בָר');
});

it('reads lines of both directions on one page', async () => {
  const second = glyphs('Latin, 12').map((glyph) => ({ ...glyph, line: 1 }));
  expect(await read([...glyphs('12 :ריחמ ,םולש'), ...second])).toBe('שלום, מחיר: 12\nLatin, 12');
});

it('reads a glyph once that is drawn twice to be bold', async () => {
  expect(await read([...glyphs('ב'), { text: 'ב', at: 0.05 }, ...glyphs('א', 1)])).toBe('אב');
});
