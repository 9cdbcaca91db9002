import { expect, it } from 'vitest';
import { stableAddress } from '../../../src/domain/monitor/stable-address.ts';

it.for([
  ['https://a.test/p?sid=1&x=2&PHPSESSID=9', 'https://a.test/p?x=2'],
  ['https://a.test/p;jsessionid=0A?b=1&a=2', 'https://a.test/p?a=2&b=1'],
  ['https://a.test/p?utm_source=x&utm_medium=y&fbclid=z', 'https://a.test/p'],
  ['https://a.test/i.png?X-Amz-Signature=1&X-Amz-Date=2&w=5', 'https://a.test/i.png?w=5'],
  ['https://a.test/out?csrf_token=1&authenticity_token=2&_token=3', 'https://a.test/out'],
  ['https://a.test/cdn-cgi/l/email-protection#0a1b', 'https://a.test/cdn-cgi/l/email-protection'],
  ['https://a.test/p?id=5&page=2&v=3&ref=a#part', 'https://a.test/p?id=5&page=2&ref=a&v=3#part'],
  ['mailto:office@a.test', 'mailto:office@a.test'],
  ['no address', 'no address'],
])('%j', ([address, stable]) => {
  expect(stableAddress(address ?? '')).toBe(stable);
});
