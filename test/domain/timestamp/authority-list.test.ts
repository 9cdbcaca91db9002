import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/domain/timestamp/authority-list.ts';

it('authorities are named after host and path, as files may be', () => {
  expect(
    parseAuthorities(' http://timestamp.example.com, https://TSA.example:8443/a/b_c?key=secret\n'),
  ).toEqual([
    { name: 'timestamp.example.com', url: 'http://timestamp.example.com/' },
    { name: 'tsa.example-8443-a-b-c', url: 'https://tsa.example:8443/a/b_c?key=secret' },
  ]);
  expect(parseAuthorities('')).toEqual([]);
});

it.each([
  ['something else than a URL', 'http://ok.example,tsa', /item 2/],
  ['another scheme', 'ftp://tsa.example', /item 1/],
  ['the same twice', 'http://a.example http://a.example/', /twice/],
  ['too many', Array.from({ length: 9 }, (_, index) => `http://${index}.example`).join(), /more than 8/],
])('a list with %s is refused', (_, list, message) => {
  expect(() => parseAuthorities(list)).toThrow(message);
});
