import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvToMarkdown } from '../../../src/domain/office/csv.ts';

describe('RFC 4180, section 2', () => {
  const table = '| aaa | bbb | ccc |\n| --- | --- | --- |\n| zzz | yyy | xxx |\n';

  it.each([
    ['1: CRLF between records', 'aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n'],
    ['2: no line break at the end', 'aaa,bbb,ccc\r\nzzz,yyy,xxx'],
    ['5: quoted fields', '"aaa","bbb","ccc"\r\nzzz,yyy,xxx'],
  ])('%s', (_, csv) => {
    expect(csvToMarkdown(csv)).toBe(table);
  });

  it('6: line breaks in quoted fields', () => {
    expect(csvToMarkdown('"aaa","b\r\nbb","ccc"\r\nzzz,yyy,xxx')).toContain('| aaa | b<br>bb | ccc |');
  });

  it('7: doubled quotes', () => {
    expect(csvToMarkdown('"aaa","b""bb","ccc"')).toContain('| aaa | b"bb | ccc |');
  });
});

describe('CSV as it is found', () => {
  it.each([
    ['semicolons', 'a;b\n1,5;2,5', '| a | b |\n| --- | --- |\n| 1,5 | 2,5 |\n'],
    ['tabs', 'a\tb\n1\t2', '| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    ['a byte order mark', '\ufeffa,b\n1,2', '| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    ['an empty last field', 'a,b\n1,', '| a | b |\n| --- | --- |\n| 1 |  |\n'],
    ['rows longer than the head', 'a\n1,2,3', '| a |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n'],
    ['empty lines', 'a,b\n\n1,2\n\n', '| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    ['bars and backslashes', 'a,b\n"x|y",c:\\d', '| a | b |\n| --- | --- |\n| x\\|y | c:\\\\d |\n'],
    ['a quote that is never closed', 'a,b\n"1,2', '| a | b |\n| --- | --- |\n| 1,2 |\n'],
    ['delimiters inside of quotes', '"a,b,c";d\n1;2', '| a,b,c | d |\n| --- | --- |\n| 1 | 2 |\n'],
    ['nothing', '', ''],
    ['only line breaks', '\r\n\r\n', ''],
  ])('may have %s', (_, csv, markdown) => {
    expect(csvToMarkdown(csv)).toBe(markdown);
  });

  it('gives each record back, whatever its fields hold', () => {
    const field = fc.stringMatching(/^[a-z,"\n|\\]{0,8}[a-z]$/);
    const records = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(records, (rows) => {
        const csv = rows
          .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        const lines = csvToMarkdown(csv).trimEnd().split('\n');
        const cells = lines.toSpliced(1, 1).map((line) => line.slice(2, -2).split(' | ').map(readCell));
        expect(cells).toEqual(rows.map((row) => row.map((text) => text.trim())));
      }),
    );
  });
});

const readCell = (cell: string): string => cell.replaceAll('<br>', '\n').replace(/\\([\\|])/g, '$1');
