import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { documentKind } from '../../../src/domain/document/media-type.ts';
import { looksLikeText, sniffMediaType } from '../../../src/domain/document/sniff.ts';
import { buildPdf } from '../../support/pdf.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const sniff = (text: string, declared: string | null = null, filename: string | null = null): string =>
  sniffMediaType(bytes(text), declared, filename);

async function zip(entries: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const file = new ZipFile();
  for (const [name, text] of Object.entries(entries))
    file.addBuffer(Buffer.from(text), name, { compress: false });
  file.end();
  return new Uint8Array(await buffer(file.outputStream));
}

describe('binary formats', () => {
  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['GIF89a\x01\0', 'image/gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['II*\0\x08\0\0\0', 'image/tiff'],
    ['MM\0*\0\0\0\x08', 'image/tiff'],
    ['\x1f\x8b\x08\0', 'application/gzip'],
    ['\x7fELF\x02\x01', 'application/octet-stream'],
    ['\0\x01\x02\x03\x04\x05', 'application/octet-stream'],
  ])('are known by their magic number: %j', (head, expected) => {
    expect(sniff(head, 'text/html', 'page.html')).toBe(expected);
  });

  it('are known when junk stands before the header of a PDF', () => {
    const pdf = Buffer.concat([Buffer.from('HTTP junk\r\n\0\0'), buildPdf({ pages: ['text'] })]);
    expect(sniffMediaType(pdf, null, null)).toBe('application/pdf');
  });

  it('are not seen in a text that speaks of them', () => {
    expect(sniff('A PDF begins with %PDF-1.7 in its first line.')).toBe('text/plain');
    expect(sniff('<!doctype html><title>%PDF-1.7 1 0 obj</title>')).toBe('text/html');
  });

  it.each([
    [{ '[Content_Types].xml': '', 'word/document.xml': '' }, 'docx'],
    [{ '[Content_Types].xml': '', 'xl/workbook.xml': '' }, 'xlsx'],
    [{ '[Content_Types].xml': '', 'ppt/presentation.xml': '' }, 'pptx'],
    [{ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }, 'odt'],
  ])('in ZIP files are told apart by their entries: %j', async (entries, extension) => {
    const type = sniffMediaType(await zip(entries), 'application/zip', null);
    expect(type).toBe(sniffMediaType(new Uint8Array(), null, `x.${extension}`));
    expect(documentKind(type)).toBe('office');
  });

  it('in a ZIP file of another kind are a ZIP file', async () => {
    expect(sniffMediaType(await zip({ 'a.txt': 'a' }), null, 'a.docx')).toBe('application/zip');
  });

  it('in a ZIP file that is cut off are what its label says', async () => {
    const whole = await zip({ 'word/document.xml': 'x' });
    const cut = whole.subarray(0, whole.length - 30);
    expect(documentKind(sniffMediaType(cut, null, 'a.docx'))).toBe('office');
    expect(sniffMediaType(cut, 'text/plain', null)).toBe('application/zip');
  });

  it('of the compound kind are told apart by their streams', () => {
    const stream = Buffer.from('WordDocument', 'utf16le').toString('latin1');
    expect(sniff(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(64)}${stream}`)).toBe('application/msword');
    expect(sniff(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(64)}`)).toBe('application/x-ole-storage');
    const encrypted = Buffer.from('EncryptedPackage', 'utf16le').toString('latin1');
    expect(documentKind(sniff(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${encrypted}`))).toBe('office');
  });
});

describe('texts', () => {
  it.each([
    ['  \n<!DOCTYPE HTML><p>x', 'text/html'],
    ['<!-- comment -->text', 'text/html'],
    ['<h1>x</h1>', 'text/html'],
    ['<bogus>x', 'text/plain'],
    ['text <html>', 'text/plain'],
    ['<?xml version="1.0"?><feed/>', 'application/xml'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'application/xhtml+xml'],
    ['<?xml version="1.0"?><svg>', 'image/svg+xml'],
    ['{"a": [1, 2]}', 'application/json'],
    ['{not json}', 'text/plain'],
    ['From: a@example.org\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\n\r\nHello', 'message/rfc822'],
    ['Note: this is\nno mail', 'text/plain'],
    ['', 'text/plain'],
  ])('without a label are known by their beginning: %j', (text, expected) => {
    expect(sniff(text)).toBe(expected);
  });

  it.each([
    ['a,b\n1,2', 'text/csv', null, 'text/csv'],
    ['a,b\n1,2', null, 'table.CSV', 'text/csv'],
    ['# Title', 'text/plain; charset=utf-8', 'README.md', 'text/markdown'],
    ['<p align="center">logo</p>', 'application/octet-stream', 'README.md', 'text/markdown'],
    ['<p>shown as source', 'text/plain', null, 'text/plain'],
    ['just words', 'text/html', null, 'text/html'],
    ['<!doctype html><p>x', 'application/pdf', 'x.pdf', 'text/html'],
  ] as const)('are what their label says: %j as %j named %j', (...[text, declared, filename, expected]) => {
    expect(sniff(text, declared, filename)).toBe(expected);
  });

  it('labelled as a binary format keep the label, so that its parser reports the damage', () => {
    expect(sniff('no pdf at all', 'application/pdf', null)).toBe('application/pdf');
    expect(sniff('no pdf at all', null, 'scan.pdf')).toBe('application/pdf');
  });

  it('in UTF-16 are seen by their BOM or their declared charset', () => {
    const page = '<!doctype html><p>x';
    expect(sniffMediaType(Buffer.from(`\ufeff${page}`, 'utf16le'), null, null)).toBe('text/html');
    expect(sniffMediaType(Buffer.from('plain', 'utf16le'), 'text/plain; charset=utf-16le', null)).toBe(
      'text/plain',
    );
    expect(looksLikeText(Buffer.from('plain', 'utf16le'), null)).toBe(false);
  });
});
