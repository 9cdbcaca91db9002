import { expect, it } from 'vitest';
import { pdfText } from '../../../../src/adapters/document/pdf/pdf-text.ts';
import { buildCyclicPdf, buildPdf } from '../../../support/pdf.ts';

const TWELVE = Array.from({ length: 12 }, (_, index) => `Page ${index + 1}\nSecond (line) of it`);
const twelve = () => buildPdf({ pages: TWELVE, title: 'Twelve  pages' });

it('reads every page, its lines and the title', async () => {
  expect(await pdfText(twelve(), null)).toEqual({
    pages: TWELVE,
    title: 'Twelve pages',
    totalPages: 12,
    unreadablePages: 0,
    hiddenTexts: 0,
  });
});

it('reads the part of a slice that exists', async () => {
  expect(await pdfText(twelve(), { first: 3, last: 4 })).toMatchObject({
    pages: TWELVE.slice(2, 4),
    totalPages: 12,
  });
  expect(await pdfText(twelve(), { first: 12, last: 99 })).toMatchObject({ pages: TWELVE.slice(11) });
});

it('refuses a slice beyond the end', async () => {
  const error = { code: 'PAGES_OUT_OF_RANGE', details: { pages: 12 } };
  await expect(pdfText(twelve(), { first: 13, last: 14 })).rejects.toMatchObject(error);
});

it('tells a password from damage', async () => {
  const locked = buildPdf({ pages: ['secret'], isEncrypted: true });
  await expect(pdfText(locked, null)).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});

it.each([
  ['junk', Buffer.from('%PDF-1.4 nothing else')],
  ['no bytes of a PDF', Buffer.from('text')],
  ['a page tree that contains itself', buildCyclicPdf()],
])('reports %s as damage', async (_, bytes) => {
  await expect(pdfText(new Uint8Array(bytes), null)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
});

it('reports a file cut off before its trailer as damage', async () => {
  const whole = twelve();
  const cut = whole.slice(0, whole.length / 2);
  await expect(pdfText(cut, null)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
});

it('reads a file whose cross-reference table is wrong', async () => {
  const text = Buffer.from(twelve())
    .toString('latin1')
    .replace(/startxref\n\d+/, 'startxref\n7');
  expect(await pdfText(new Uint8Array(Buffer.from(text, 'latin1')), null)).toMatchObject({ pages: TWELVE });
});

it('gives a damaged page as empty text and counts it', async () => {
  const text = Buffer.from(twelve()).toString('latin1').replace('27 0 R]', '99 0 R]');
  const { pages, unreadablePages } = await pdfText(new Uint8Array(Buffer.from(text, 'latin1')), null);
  expect({ pages, unreadablePages }).toEqual({ pages: [...TWELVE.slice(0, 11), ''], unreadablePages: 1 });
});

it('refuses more than 2,000 pages', async () => {
  const long = buildPdf({ pages: Array.from({ length: 2_001 }, () => 'x') });
  const error = { code: 'DOCUMENT_TOO_LARGE', details: { limit_pages: 2_000 } };
  await expect(pdfText(long, null)).rejects.toMatchObject(error);
});

it('drops control characters and lone surrogates', async () => {
  const { pages } = await pdfText(buildPdf({ pages: ['a\x01b\x07c'] }), null);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
  expect(pages[0]).not.toMatch(/[\x00-\x08]/);
});
