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

const reader = await createDocumentReader();
const rows: string[] = [];
try {
  for (const document of await buildDocuments()) rows.push(toRow(document.name, await reader.read(document)));
} finally {
  await reader.close();
}
await writeFile(new URL('../../resources/docs/documents.md', import.meta.url), `${HEAD}${rows.join('\n')}\n`);

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
