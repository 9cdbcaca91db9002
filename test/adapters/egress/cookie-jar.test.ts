import { describe, expect, it } from 'vitest';
import { createCookieJar } from '../../../src/adapters/egress/cookie-jar.ts';

const set = (...values: string[]) => values.map((value) => ['set-cookie', value] as const);
const https = new URL('https://example.com/');

describe('createCookieJar', () => {
  it('gives a cookie back to the host that set it, to no other', () => {
    const jar = createCookieJar();
    jar.store(https, set('a=1; Path=/; Domain=.example.com; HttpOnly', 'b=2'));
    expect(jar.read(new URL('https://example.com/next'))).toBe('a=1; b=2');
    expect(jar.read(new URL('https://www.example.com/'))).toBe('');
    expect(jar.read(new URL('https://example.org/'))).toBe('');
  });

  it('keeps secure cookies off plain http', () => {
    const jar = createCookieJar();
    jar.store(https, set('a=1; Secure', 'b=2'));
    expect(jar.read(new URL('http://example.com/'))).toBe('b=2');
  });

  it('replaces and deletes by name', () => {
    const jar = createCookieJar();
    jar.store(https, set('a=1', 'b=1', 'c=1'));
    jar.store(https, set('a=2', 'b=; Max-Age=0', 'c=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'));
    expect(jar.read(https)).toBe('a=2');
  });

  it('is bounded and ignores what is no cookie', () => {
    const jar = createCookieJar();
    jar.store(https, set('nothing', '=x', `big=${'x'.repeat(5_000)}`));
    expect(jar.read(https)).toBe('');
    jar.store(https, set(...Array.from({ length: 500 }, (_, index) => `c${index}=1`)));
    expect(jar.read(https).split('; ')).toHaveLength(50);
  });
});
