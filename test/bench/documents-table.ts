// node test/bench/documents-table.ts: writes resources/docs/documents.md
import { writeFile } from 'node:fs/promises';
import { OFFICE_TYPES } from '../../src/domain/document/media-type.ts';
import { buildDocuments } from '../support/documents/all.ts';
import { createDocumentReader, type Reading } from '../support/documents/read-document.ts';

const HEAD = `# What becomes of a document

Documents of our own making, read as the service reads them: by the type that their bytes show, not by
their label. Written by \`node test/bench/documents-table.ts\`; the test \`test/adapters/document/matrix.test.ts\`
holds every outcome but the time, which is of one run on a shared machine, recognition of text included.

| document | type | outcome | signals | words | ms |
| --- | --- | --- | --- | ---: | ---: |
`;

const FOOT = `
## Text that nobody sees

Hidden text is left out of \`content.md\` and counted in the signal \`hidden_text\`; the source keeps it. In HTML it is what
the style hides. In a PDF it is text outside the page, of less than one point, without ink (rendering mode 3, full
transparency), or white where no picture, shape or thick line is behind it. Text without ink over a picture is
what a scanner has read there, and stays.

## Against other programs

\`npm run bench -- pdf-text ocr markdown encoding\` measures the text of PDFs against \`pdftotext\`, recognition against
\`tesseract --psm 1\` on one thread with the same language data, and Markdown against readability with turndown,
on documents of our own and on a corpus beside the project, where there is one. Of that corpus, two PDFs stay below a
token F1 of 0.95, both on purpose:

- \`habibi.pdf\`: its fonts map the glyph of an \`h\` to a whole phrase, and Arabic glyphs to Greek letters. The reference is
  what pdftotext makes of that: the Arabic word twice, though the page shows it once, and backwards (\`يبيبح\`).
  We give the word as it is read, \`حبيبي\`, and what the maps say of the rest.
- \`basicapi.pdf\`: the reference has the words \`Powered by TCPDF (www.tcpdf.org)\`, which the last page holds in rendering
  mode 3 at one point: hidden text.
`;

const reader = await createDocumentReader();
const rows: string[] = [];
try {
  for (const document of await buildDocuments()) rows.push(toRow(document.name, await reader.read(document)));
} finally {
  await reader.close();
}
await writeFile(
  new URL('../../resources/docs/documents.md', import.meta.url),
  `${HEAD}${rows.join('\n')}\n${FOOT}`,
);

function toRow(name: string, { mediaType, outcome, signals, words, milliseconds }: Reading): string {
  const extension = Object.entries(OFFICE_TYPES).find(([, type]) => type === mediaType)?.[0];
  const cells = [
    name,
    extension ?? mediaType,
    `\`${outcome}\``,
    signals.map((code) => `\`${code}\``).join(' '),
  ];
  return `| ${[...cells, outcome === 'ok' ? words : '', Math.round(milliseconds)].join(' | ')} |`;
}
