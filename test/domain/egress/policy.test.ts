import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from '../../../src/domain/egress/address.ts';
import { isBrowserService } from '../../../src/domain/egress/browser-services.ts';
import { judgeAuthority, judgeUrl } from '../../../src/domain/egress/policy.ts';

// Every notation of loopback and of a metadata address that a URL can carry.
const LITERALS = [
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::1]/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://169.254.169.254\\@example.com/',
  'http:\\\\127.0.0.1\\x',
  'http:127.0.0.1',
  ' \thttp://127.0.\n0.1/',
];

describe('judgeUrl', () => {
  it.each(LITERALS)('reads the private address in %j', (text) => {
    const verdict = judgeUrl(text);
    expect(verdict.allowed && isAllowedAddress(verdict.target.host, verdict.target.port, [])).toBe(false);
    expect(verdict).toMatchObject({ allowed: true, target: { port: 80 } });
  });

  it.each([
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['gopher://example.com:70/', 'scheme'],
    ['http://user@example.com/', 'malformed'],
    ['http://:secret@example.com/', 'malformed'],
    ['http://a@127.0.0.1\\@8.8.8.8/', 'malformed'],
    ['http://127.0.0.1%2f@example.com/', 'malformed'],
    ['http://exa mple.com/', 'malformed'],
    ['http://[fe80::1%25eth0]/', 'malformed'],
    ['http://example.com:70000/', 'malformed'],
    ['/path', 'malformed'],
    ['', 'malformed'],
    ['http://example.com:0/', 'port'],
    ['http://example.com:22/', 'port'],
    ['https://example.com:6000/', 'port'],
  ])('refuses %j: %s', (text, reason) => {
    expect(judgeUrl(text)).toEqual({ allowed: false, reason });
  });

  it('resolves a relative reference against the URL that redirected', () => {
    expect(judgeUrl('//other.example/x', 'https://example.com/a')).toMatchObject({
      target: { host: 'other.example', port: 443 },
    });
  });

  it('keeps a trailing dot for the resolver, which judges what it means', () => {
    expect(judgeUrl('http://localhost./')).toMatchObject({ allowed: true, target: { host: 'localhost.' } });
  });
});

describe('judgeAuthority', () => {
  it('reads host and port of a CONNECT', () => {
    expect(judgeAuthority('example.com:443')).toMatchObject({ target: { host: 'example.com', port: 443 } });
    expect(judgeAuthority('[2606:4700::1]:8443')).toMatchObject({
      target: { host: '2606:4700::1', port: 8443 },
    });
  });

  it.each([
    'example.com',
    'example.com:',
    ':443',
    '[::1]',
    'a@example.com:443',
    'example.com:443/x',
    'a b:443',
    '::1:443',
    'example.com:99999',
    'http://example.com:443',
  ])('takes %j for malformed', (authority) => {
    expect(judgeAuthority(authority)).toEqual({ allowed: false, reason: 'malformed' });
  });

  it('refuses unsafe ports', () => {
    expect(judgeAuthority('example.com:25')).toEqual({ allowed: false, reason: 'port' });
  });
});

describe('isBrowserService', () => {
  it("knows the browser's own hosts and leaves pages theirs", () => {
    expect(isBrowserService('update.googleapis.com')).toBe(true);
    expect(isBrowserService('fonts.googleapis.com')).toBe(false);
    expect(isBrowserService('accounts.google.com')).toBe(false);
  });
});
