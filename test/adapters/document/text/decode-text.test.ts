import { expect, it } from 'vitest';
import { decodeText } from '../../../../src/adapters/document/text/decode-text.ts';

const WORDS = 'Größe “zitiert” 5 €';
const WINDOWS_1252 = Buffer.from('Gr\xf6\xdfe \x93zitiert\x94 5 \x80', 'latin1');
const UTF8 = Buffer.from(WORDS);
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

it.each([
  [
    'a UTF-8 BOM before everything',
    Buffer.from(`\ufeff${WORDS}`),
    'text/plain; charset=windows-1252',
    'utf-8',
    'bom',
  ],
  ['a UTF-16LE BOM', Buffer.from(`\ufeff${WORDS}`, 'utf16le'), null, 'utf-16le', 'bom'],
  ['a UTF-16BE BOM', utf16be(`\ufeff${WORDS}`), 'text/html', 'utf-16be', 'bom'],
  ['the declared charset', WINDOWS_1252, 'text/html; charset="ISO-8859-1"', 'windows-1252', 'declared'],
  [
    'a declared UTF-16 without BOM',
    Buffer.from(WORDS, 'utf16le'),
    'text/plain;charset=utf-16le',
    'utf-16le',
    'declared',
  ],
  ['UTF-8 when the bytes are UTF-8', UTF8, 'text/plain', 'utf-8', 'guess'],
  ['windows-1252 otherwise', WINDOWS_1252, null, 'windows-1252', 'guess'],
] as const)('goes by %s', (...[, bytes, mediaType, encoding, confidence]) => {
  expect(decodeText(bytes, mediaType)).toEqual({ text: WORDS, encoding, confidence });
});

it('goes by <meta charset> in markup only', () => {
  const page = Buffer.concat([Buffer.from('<meta charset="koi8-r">'), Buffer.from([0xf0, 0xd2, 0xc9])]);
  expect(decodeText(page, 'text/html')).toMatchObject({ encoding: 'koi8-r', confidence: 'meta' });
  expect(decodeText(page, 'text/html').text).toMatch(/При$/);
  expect(decodeText(page, 'text/plain')).toMatchObject({ encoding: 'windows-1252', confidence: 'guess' });
});

it('lets the declared charset win over <meta charset>', () => {
  expect(decodeText(Buffer.from('<meta charset=koi8-r>'), 'text/html;charset=utf-8').encoding).toBe('utf-8');
});

it.each(['text/plain; charset=klingon', 'text/html; charset=utf-7', 'text/html; charset=hz-gb-2312'])(
  'refuses %s',
  (mediaType) => {
    expect(() => decodeText(UTF8, mediaType)).toThrow(
      expect.objectContaining({ code: 'ENCODING_UNSUPPORTED' }),
    );
  },
);

it('refuses bytes that are no text', () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index & 255);
  expect(() => decodeText(bytes, 'text/plain')).toThrow(
    expect.objectContaining({ code: 'ENCODING_UNSUPPORTED' }),
  );
});

it.each([
  ['shift_jis', '8d6082cd92a991818161'],
  ['euc-jp', 'b9c1a4cfc4abc1e1a1a2'],
  ['euc-kr', 'c7d7b1b8c0c720bec6c4a7c0ba20c0cccabfb4d9'],
  ['big5', 'b4e4a466aabaa6adb1e1'],
  ['gb18030', 'b8dbbfdab5c4d4e7b3bf'],
])('knows unlabelled %s by its characters', (encoding, hex) => {
  const bytes = Buffer.concat(Array.from({ length: 20 }, () => Buffer.from(hex, 'hex')));
  expect(decodeText(bytes, 'text/plain')).toMatchObject({ encoding, confidence: 'guess' });
});

it.each([
  'na\xefve',
  'Caf\xe9 \x80 5',
  'Gr\xfc\xdfe an alle G\xe4ste des Hauses, und sch\xf6ne \xdcbung noch',
])('takes %j for windows-1252, not for an East Asian text', (text) => {
  expect(decodeText(Buffer.from(text, 'latin1'), null).encoding).toBe('windows-1252');
});
