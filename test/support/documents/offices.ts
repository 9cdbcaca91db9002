import {
  docxParts,
  encryptedOoxml,
  odtParts,
  pptxParts,
  wordParagraph,
  wordTable,
  xlsxParts,
  zipOf,
} from '../office-files.ts';
import type { TestDocument } from './document.ts';

const BODY = [
  wordParagraph('Harbour dues', 'Heading1'),
  wordParagraph('Dues are paid on entry.'),
  wordTable([
    ['Vessel', 'Crowns'],
    ['Brig', '40'],
  ]),
].join('');
const ROWS = [
  ['Vessel', 'Crowns'],
  ['Brig', 40],
];

/** Office files: whole, damaged, locked, and archives that are none. */
export async function officeDocuments(): Promise<readonly TestDocument[]> {
  const docx = await zipOf(docxParts({ body: BODY }));
  return [
    { name: 'DOCX', bytes: docx, expected: { words: 11 } },
    { name: 'XLSX', bytes: await zipOf(xlsxParts(ROWS)), expected: { words: 4 } },
    { name: 'PPTX', bytes: await zipOf(pptxParts(['First slide', 'Second slide'])), expected: { words: 4 } },
    { name: 'ODT', bytes: await zipOf(odtParts(['High water at noon.'])), expected: { words: 4 } },
    {
      name: 'DOCX, labelled plain text',
      bytes: docx,
      label: 'text/plain',
      filename: 'a.txt',
      expected: { words: 11 },
    },
    {
      name: 'OOXML with a password',
      bytes: encryptedOoxml(),
      filename: 'a.docx',
      expected: 'DOCUMENT_ENCRYPTED',
    },
    {
      name: 'ODT with a password',
      bytes: await zipOf(odtParts(['x'], true)),
      expected: 'DOCUMENT_ENCRYPTED',
    },
    {
      name: 'DOCX, cut off',
      bytes: docx.subarray(0, docx.length / 2),
      filename: 'a.docx',
      expected: 'DOCUMENT_CORRUPT',
    },
    {
      name: 'DOCX that unpacks to 300 MB',
      bytes: await zipOf({ ...docxParts({ body: BODY }), 'word/media/blanks.bin': 300 * 1_048_576 }),
      expected: 'ARCHIVE_BOMB',
    },
    {
      name: 'ZIP of other files, named DOCX',
      bytes: await zipOf({ 'a.txt': 'a' }),
      filename: 'a.docx',
      expected: 'DOCUMENT_UNSUPPORTED',
    },
  ];
}
