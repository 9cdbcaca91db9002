import { expect, it } from 'vitest';
import { pdfText } from '../../../../src/adapters/document/pdf/pdf-text.ts';
import { buildDrawnPdf } from '../../../support/special-pdf.ts';

/** Content that shows `text` at 72, 700 unless `set` moves it. */
const show = (text: string, set = '') => `q BT /F1 12 Tf 1 0 0 1 72 700 Tm ${set} (${text}) Tj ET Q`;
const DARK_BAR = '0 0 0.5 rg 60 690 200 30 re f';
const PICTURE = 'q 595 0 0 842 0 0 cm /Im1 Do Q';

const read = async (...content: readonly string[]) => {
  const { pages, hiddenTexts } = await pdfText(buildDrawnPdf(content.join('\n')), null);
  return { text: pages.join(), hiddenTexts };
};

it.each([
  ['white', show('planted', '1 g')],
  ['nearly white', show('planted', '0.99 0.98 1 rg')],
  ['white by its four inks', show('planted', '0 0 0 0 k')],
  ['painted without ink', show('planted', '3 Tr')],
  ['fully transparent', show('planted', '/Clear gs')],
  ['of less than a point', show('planted', '/F1 0.5 Tf')],
  ['small by its matrix', show('planted', '0.05 0 0 0.05 72 700 Tm')],
  ['above the page', show('planted', '1 0 0 1 72 900 Tm')],
  ['beside the page', show('planted', '1 0 0 1 -300 700 Tm')],
])('leaves text out that is %s, and counts it', async (_, hidden) => {
  expect(await read(show('shown', '1 0 0 1 72 600 Tm'), hidden)).toEqual({ text: 'shown', hiddenTexts: 1 });
});

it.each([
  ['white on a dark shape', [DARK_BAR, show('seen', '1 g')]],
  ['white on a thick line', ['20 w 60 705 m 260 705 l S', show('seen', '1 g')]],
  ['white on a picture', [PICTURE, show('seen', '1 g')]],
  ['white with a dark outline', [show('seen', '1 g 2 Tr')]],
  ['what a scanner read on its picture', [PICTURE, show('seen', '3 Tr')]],
  ['grey', [show('seen', '0.8 g')]],
  ['of a small size under a large matrix', [show('seen', '/F1 1 Tf 12 0 0 12 72 700 Tm')]],
])('keeps text that is %s', async (_, content) => {
  expect(await read(...content)).toEqual({ text: 'seen', hiddenTexts: 0 });
});

it('counts pieces, not glyphs', async () => {
  const hidden = show('two words', '1 g');
  expect(await read(hidden, show('shown'), hidden)).toMatchObject({ text: 'shown', hiddenTexts: 2 });
});
