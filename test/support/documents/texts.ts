import { latin1, type TestDocument } from './document.ts';

const GERMAN = 'Der Hafen öffnet früh am Morgen für alle Gäste.';
/** "The harbour, early in the morning" in Shift_JIS. */
const JAPANESE = Buffer.from('8d6082cd92a991818161', 'hex');
const PARAGRAPH = 'Dues are paid on entry, and every vessel that anchors in the harbour pays them.';
const ARTICLE = `<html lang="en"><head><title>Harbour dues</title></head><body><nav><a href="/">Home</a></nav>
<main><h1>Harbour dues</h1>${`<p>${PARAGRAPH}</p>`.repeat(6)}
<table><tr><th>Vessel</th><th>Crowns</th></tr><tr><td>Brig</td><td>40</td></tr></table></main></body></html>`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Pages, texts and what only pretends to be one. */
export const textDocuments = (): readonly TestDocument[] => [
  { name: 'HTML, an article with a table', bytes: Buffer.from(ARTICLE), expected: { words: 97 } },
  {
    name: 'HTML with hidden text',
    bytes: Buffer.from('<p>Seen.</p><p style="display:none">For machines.</p>'),
    expected: { words: 1, signals: ['hidden_text'] },
  },
  {
    name: 'HTML with invisible characters',
    bytes: Buffer.from('<p>Pay\u200b me</p>'),
    expected: { words: 2, signals: ['invisible_characters'] },
  },
  {
    name: 'HTML 10,000 levels deep',
    bytes: Buffer.from(`${'<div>'.repeat(10_000)}deep`),
    label: 'text/html',
    expected: { words: 1 },
  },
  {
    name: 'HTML in UTF-16, labelled UTF-8',
    bytes: utf16(ARTICLE),
    label: 'text/html; charset=utf-8',
    expected: { words: 97 },
  },
  {
    name: 'HTML in KOI8-R by its meta element',
    bytes: Buffer.concat([
      latin1('<!doctype html><meta charset="koi8-r"><p>'),
      Buffer.from('f0d2c9d7c5d4', 'hex'),
    ]),
    expected: { words: 1, has: 'Привет' },
  },
  {
    name: 'HTML, labelled PDF',
    bytes: Buffer.from(ARTICLE),
    label: 'application/pdf',
    expected: { words: 97 },
  },
  { name: 'HTML, cut off', bytes: Buffer.from(ARTICLE).subarray(0, 300), expected: { words: 34 } },
  {
    name: 'plain text',
    bytes: Buffer.from(GERMAN),
    label: 'text/plain',
    expected: { words: 9, has: 'öffnet' },
  },
  {
    name: 'plain text in windows-1252, without a label',
    bytes: latin1(GERMAN),
    expected: { words: 9, has: 'öffnet' },
  },
  {
    name: 'plain text in Shift_JIS, without a label',
    bytes: Buffer.concat(Array.from({ length: 12 }, () => JAPANESE)),
    expected: { words: 48, has: '港は朝早' },
  },
  {
    name: 'plain text, charset unknown',
    bytes: latin1(GERMAN),
    label: 'text/plain; charset=klingon',
    expected: 'ENCODING_UNSUPPORTED',
  },
  {
    name: 'Markdown',
    bytes: Buffer.from('# Harbour\n\n- one\n- two\n'),
    filename: 'a.md',
    expected: { words: 3 },
  },
  {
    name: 'CSV',
    bytes: Buffer.from('Vessel,Crowns\r\nBrig,40\r\n'),
    label: 'text/csv',
    expected: { words: 4 },
  },
  { name: 'JSON', bytes: Buffer.from('{"vessel": "Brig"}'), expected: { words: 2 } },
  { name: 'XML that doubles its entities', bytes: Buffer.from(entityBomb()), expected: { words: 39 } },
  {
    name: 'mail',
    bytes: Buffer.from(
      'From: a@harbour.example\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\n\r\nHigh water.\r\n',
    ),
    expected: { words: 14 },
  },
  { name: 'no bytes at all', bytes: new Uint8Array(), expected: { words: 0 } },
  {
    name: 'noise',
    bytes: Uint8Array.from({ length: 4_096 }, (_, index) => (index * 7 + 1) & 255),
    expected: 'DOCUMENT_UNSUPPORTED',
  },
  {
    name: 'noise, labelled plain text',
    bytes: new Uint8Array(64),
    label: 'text/plain',
    expected: 'DOCUMENT_UNSUPPORTED',
  },
];

/** The text of a file is its text: no entity of it is ever expanded. */
function entityBomb(): string {
  const entities = [
    '<!ENTITY a "lol">',
    ...'bcdefgh'
      .split('')
      .map((name, index) => `<!ENTITY ${name} "&${'abcdefgh'[index]};&${'abcdefgh'[index]};">`),
  ];
  return `<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]><x>&h;</x>`;
}
