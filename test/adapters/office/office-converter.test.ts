import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createOfficeConverter } from '../../../src/adapters/office/office-converter.ts';
import { OFFICE_TYPES } from '../../../src/domain/document/media-type.ts';
import {
  docxParts,
  encryptedOoxml,
  odtParts,
  pptxParts,
  wordParagraph,
  wordTable,
  xlsxParts,
  zipOf,
} from '../../support/office-files.ts';

const { signal } = new AbortController();
const office = createOfficeConverter();
const convert = (bytes: Uint8Array, kind: keyof typeof OFFICE_TYPES) =>
  office.toMarkdown(bytes, OFFICE_TYPES[kind], signal);

afterAll(() => office.close());

describe('converting', () => {
  it('gives headings, paragraphs and tables of a DOCX, and its title', async () => {
    const body = [
      wordParagraph('Harbour dues', 'Heading1'),
      wordParagraph('Dues are paid on entry.'),
      wordTable([
        ['Vessel', 'Crowns'],
        ['Brig', '40'],
      ]),
    ].join('');
    const document = await convert(await zipOf(docxParts({ title: 'Dues &amp; tides', body })), 'docx');
    expect(document.title).toBe('Dues & tides');
    expect(document.pages).toBeNull();
    expect(document.markdown).toMatch(/^# Harbour dues\n\nDues are paid on entry\.\n\n\|/);
    expect(document.markdown).toMatch(/\| *Brig *\| *40 *\|\s*$/);
  });

  it('gives the cells of an XLSX', async () => {
    const { markdown, pages } = await convert(
      await zipOf(
        xlsxParts([
          ['Vessel', 'Crowns'],
          ['Brig', 40],
        ]),
      ),
      'xlsx',
    );
    expect(markdown).toMatch(/\| *Vessel *\| *Crowns *\|/);
    expect(markdown).toMatch(/\| *Brig *\| *40 *\|/);
    expect(pages).toBeNull();
  });

  it('counts the slides of a PPTX', async () => {
    const document = await convert(await zipOf(pptxParts(['First slide', 'Second slide'])), 'pptx');
    expect(document.pages).toBe(2);
    expect(document.markdown).toMatch(/First slide[\s\S]*Second slide/);
  });

  it('keeps names of JavaScript and control characters out of a title', async () => {
    const title = 'A&constructor;&#0;&#x1b;[31m&#10;&__proto__;B&#xd800;';
    const document = await convert(await zipOf(docxParts({ title, body: wordParagraph('Text.') })), 'docx');
    expect(document.title).toBe('A&constructor;[31m &__proto__;B\ufffd');
  });

  it('gives text and title of an ODT', async () => {
    const document = await convert(await zipOf(odtParts(['High water at noon.'])), 'odt');
    expect(document).toEqual({ markdown: 'High water at noon.\n', title: 'Tides & dues', pages: null });
  });

  it('makes a table of CSV', async () => {
    const csv = Buffer.from('Vessel,Crowns\r\nBrig,40\r\n');
    const { markdown } = await office.toMarkdown(csv, 'text/csv; charset=utf-8', signal);
    expect(markdown).toBe('| Vessel | Crowns |\n| --- | --- |\n| Brig | 40 |\n');
  });

  it('fetches nothing that the document points to', async () => {
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    const parts = docxParts({
      body: wordParagraph('Text.'),
      external: `http://127.0.0.1:${port}/template.dotx`,
    });
    expect((await convert(await zipOf(parts), 'docx')).markdown).toContain('Text.');
    expect(connections).toBe(0);
    server.close();
  });
});

describe('refusing', () => {
  const body = wordParagraph('Text.');

  it.each(['docx', 'xlsx', 'pptx', 'odt'] as const)(
    'answers DOCUMENT_CORRUPT for half a %s',
    async (kind) => {
      const parts = {
        docx: docxParts({ body }),
        xlsx: xlsxParts([['a']]),
        pptx: pptxParts(['a']),
        odt: odtParts(['a']),
      }[kind];
      const whole = await zipOf(parts);
      await expect(convert(whole.subarray(0, whole.length / 2), kind)).rejects.toMatchObject({
        code: 'DOCUMENT_CORRUPT',
      });
    },
  );

  it('answers DOCUMENT_CORRUPT for an archive without the main part', async () => {
    const { 'word/document.xml': _, ...parts } = docxParts({ body });
    await expect(convert(await zipOf(parts), 'docx')).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('answers DOCUMENT_CORRUPT for bytes that are no container', async () => {
    await expect(convert(Buffer.from('plain text'), 'docx')).rejects.toMatchObject({
      code: 'DOCUMENT_CORRUPT',
    });
  });

  it('answers DOCUMENT_ENCRYPTED for a password, in both families', async () => {
    await expect(convert(encryptedOoxml(), 'docx')).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
    await expect(
      office.toMarkdown(encryptedOoxml(), 'application/x-ole-storage', signal),
    ).rejects.toMatchObject({
      code: 'DOCUMENT_ENCRYPTED',
    });
    const odt = await zipOf(odtParts(['a'], true));
    await expect(convert(odt, 'odt')).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
  });

  it('answers DOCUMENT_UNSUPPORTED for other kinds', async () => {
    await expect(office.toMarkdown(Buffer.from('x'), 'application/zip', signal)).rejects.toMatchObject({
      code: 'DOCUMENT_UNSUPPORTED',
    });
  });

  it.each([
    ['one huge part', { 'word/media/zeros.bin': 64 * 2 ** 20 }],
    ['huge markup', { 'word/footnotes.xml': 64 * 2 ** 20 }],
  ])('answers ARCHIVE_BOMB for %s', async (_, extra) => {
    const bytes = await zipOf({ ...docxParts({ body }), ...extra });
    expect(bytes.length).toBeLessThan(200_000);
    await expect(convert(bytes, 'docx')).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' });
  });

  it('answers ARCHIVE_BOMB for too many parts', async () => {
    const bytes = await zipOf(docxParts({ body }));
    const endRecord = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    bytes.writeUInt16LE(10_001, endRecord + 8);
    bytes.writeUInt16LE(10_001, endRecord + 10);
    await expect(convert(bytes, 'docx')).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' });
  });

  it('answers DOCUMENT_CORRUPT for an archive that lies about its sizes', async () => {
    const bytes = await zipOf({ ...docxParts({ body }), 'word/footnotes.xml': 64 * 2 ** 20 });
    const inDirectory = bytes.lastIndexOf('word/footnotes.xml') - 46;
    bytes.writeUInt32LE(1_000, inDirectory + 24);
    await expect(convert(bytes, 'docx')).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('does not unpack archives inside of the archive', async () => {
    const bomb = await zipOf({ 'zeros.bin': 64 * 2 ** 20 });
    const bytes = await zipOf({ ...docxParts({ body }), 'word/embeddings/inner.docx': bomb });
    expect((await convert(bytes, 'docx')).markdown).toBe('Text.\n');
  });

  it.each([
    ['UTF-8', (xml: string) => Buffer.from(xml)],
    ['UTF-16', (xml: string) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ])('answers DOCUMENT_CORRUPT for a billion laughs in %s', async (_, encode) => {
    const entities = Array.from(
      { length: 9 },
      (_unused, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`,
    );
    const prolog = `<!DOCTYPE lolz [<!ENTITY lol0 "lol">${entities.join('')}]>`;
    const parts = docxParts({ body: wordParagraph('&lol9;'), prolog });
    const main = parts['word/document.xml'] ?? '';
    const bytes = await zipOf({ ...parts, 'word/document.xml': encode(main) });
    await expect(convert(bytes, 'docx')).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('finds an entity declaration that is cut by the pieces of the stream', async () => {
    const prolog = `<!--${' '.repeat(65_500)}--><!DOCTYPE a [${' '.repeat(40)}<!ENTITY b "c">]>`;
    for (const shift of [0, 3, 6]) {
      const bytes = await zipOf(docxParts({ body, prolog: ' '.repeat(shift) + prolog }));
      await expect(convert(bytes, 'docx')).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
    }
  });

  it('survives markup nested ten thousand levels deep', async () => {
    const nested = `${'<w:sdt><w:sdtContent>'.repeat(10_000)}${body}${'</w:sdtContent></w:sdt>'.repeat(10_000)}`;
    const outcome = await convert(await zipOf(docxParts({ body: nested })), 'docx').catch(
      (error: { code: string }) => error.code,
    );
    expect([
      'DOCUMENT_TOO_LARGE',
      'DOCUMENT_CORRUPT',
      { markdown: 'Text.\n', title: null, pages: null },
    ]).toContainEqual(outcome);
  });
});
