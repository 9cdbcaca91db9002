import sharp from 'sharp';
import { countWords } from '../../../src/domain/document/count-words.ts';
import { pagePng, pageText } from '../images.ts';
import { zipOf } from '../office-files.ts';
import { assemblePdf, buildCyclicPdf, buildPdf, pdfStream } from '../pdf.ts';
import { buildCyclicForm, buildDrawnPdf, buildGlyphPdf } from '../special-pdf.ts';
import { latin1, type TestDocument } from './document.ts';

const PAGES = Array.from(
  { length: 12 },
  (_, index) => `Dues of the year ${1_800 + index}\nare paid on entry`,
);
/** More letters than a page needs to be taken for more than a picture. */
const LONG = 'Dues are paid on entry, and every vessel that anchors in the harbour pays them.';
const twelve = () => Buffer.from(buildPdf({ pages: PAGES.map((page) => `${page}\n${LONG}`), title: 'Dues' }));

/** PDFs: whole, damaged, locked, scanned and disguised. */
export async function pdfDocuments(): Promise<readonly TestDocument[]> {
  const whole = twelve();
  const text = whole.toString('latin1');
  const scan = buildScan(
    await sharp(await pagePng())
      .jpeg({ quality: 90 })
      .toBuffer(),
  );
  const words = 12 * 24;
  return [
    { name: 'PDF of 12 pages', bytes: whole, expected: { words } },
    { name: 'PDF in Hebrew', bytes: hebrew(), expected: { words: 28, has: 'שלום עולם' } },
    {
      name: 'PDF with hidden text',
      bytes: buildDrawnPdf(`BT /F1 12 Tf 40 700 Td (${LONG}) Tj 1 g 0 -20 Td (For machines) Tj ET`),
      expected: { words: 15, signals: ['hidden_text'] },
    },
    { name: 'PDF, scanned', bytes: scan, expected: { words: countWords(await pageText()) } },
    { name: 'PDF, a page with nothing on it', bytes: buildPdf({ pages: [''] }), expected: 'NO_TEXT_FOUND' },
    {
      name: 'PDF with a password',
      bytes: buildPdf({ pages: ['secret'], isEncrypted: true }),
      expected: 'DOCUMENT_ENCRYPTED',
    },
    { name: 'PDF, cut off', bytes: whole.subarray(0, whole.length / 2), expected: 'DOCUMENT_CORRUPT' },
    {
      name: 'PDF, cut off before its trailer',
      bytes: latin1(text.slice(0, text.indexOf('xref\n'))),
      expected: 'DOCUMENT_CORRUPT',
    },
    {
      name: 'PDF with a wrong cross-reference table',
      bytes: latin1(text.replace(/startxref\n\d+/, 'startxref\n7')),
      expected: { words },
    },
    {
      name: 'PDF with a page that is missing',
      bytes: latin1(text.replace('27 0 R]', '99 0 R]')),
      expected: { words: 11 * 24, signals: ['page_unreadable'] },
    },
    { name: 'PDF whose page tree contains itself', bytes: buildCyclicPdf(), expected: 'DOCUMENT_CORRUPT' },
    { name: 'PDF with a form that draws itself', bytes: buildCyclicForm(), expected: { words: 3 } },
    {
      name: 'PDF of 5,000 pages',
      bytes: buildPdf({ pages: Array.from({ length: 5_000 }, () => 'x') }),
      expected: 'DOCUMENT_TOO_LARGE',
    },
    {
      name: 'PDF, labelled HTML',
      bytes: whole,
      label: 'text/html',
      filename: 'index.html',
      expected: { words },
    },
    {
      name: 'PDF behind 100 bytes of junk',
      bytes: Buffer.concat([Buffer.alloc(100, '\n'), whole]),
      expected: { words },
    },
    {
      name: 'PDF that is a ZIP file too',
      bytes: Buffer.concat([whole, await zipOf({ 'a.txt': 'a' })]),
      expected: { words },
    },
    { name: 'header of a PDF and nothing else', bytes: latin1('%PDF-1.7\n'), expected: 'DOCUMENT_CORRUPT' },
  ];
}

function hebrew(): Uint8Array {
  const line = 'םלוע םולש';
  const letters = Array.from(line, (text, at) => ({ text, at })).filter(({ text }) => text !== ' ');
  // As many lines as make a page of text; the font of the builder holds 200 glyphs.
  return buildGlyphPdf(
    Array.from({ length: 14 }, (_, index) => letters.map((glyph) => ({ ...glyph, line: index }))).flat(),
  );
}

function buildScan(jpeg: Buffer): Uint8Array {
  const image =
    '/Type /XObject /Subtype /Image /Width 763 /Height 376 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 366 180] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>',
    pdfStream('366 0 0 180 0 0 cm /I Do'),
    pdfStream(jpeg.toString('latin1'), image),
  ]);
}
