import { expect, it } from 'vitest';
import { scopeHeaders } from '../../../src/domain/capture/source-headers.ts';

it('keeps a caller’s headers by lower-case name and drops those of a connection', () => {
  const headers = {
    Authorization: 'Bearer x',
    Host: 'evil.example',
    'Content-Length': '3',
    Connection: 'close',
    'Proxy-Authorization': 'y',
    TE: 'trailers',
    'X-Team': 'a',
  };
  expect(scopeHeaders(headers)).toEqual({ authorization: 'Bearer x', 'x-team': 'a' });
});

it.each([
  ['a line break in a value', { a: 'x\r\nHost: evil' }],
  ['a NUL in a value', { a: 'x\0' }],
  ['a space in a name', { 'a b': 'x' }],
  ['an empty name', { '': 'x' }],
  ['letters beyond latin-1 in a value', { a: '€' }],
])('refuses %s without repeating it', (_name, headers) => {
  expect(() => scopeHeaders(headers)).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID', message: expect.not.stringContaining('evil') }),
  );
});
