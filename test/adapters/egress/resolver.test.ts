import { describe, expect, it } from 'vitest';
import { createResolver } from '../../../src/adapters/egress/resolver.ts';
import { judgeUrl } from '../../../src/domain/egress/policy.ts';

function targetOf(url: string) {
  const verdict = judgeUrl(url);
  if (!verdict.allowed) throw new Error('not a target');
  return verdict.target;
}

const never = new AbortController().signal;
const resolverOf = (...addresses: string[]) =>
  createResolver({ networks: [], lookupAll: async () => addresses });

describe('createResolver', () => {
  it('gives every address of a name when all are allowed', async () => {
    const resolve = resolverOf('93.184.216.34', '2606:2800:220:1::1', '93.184.216.34');
    const addresses = ['93.184.216.34', '2606:2800:220:1::1'];
    await expect(resolve(targetOf('https://example.com/'), never)).resolves.toEqual({
      allowed: true,
      addresses,
      dnsAnswers: addresses,
    });
  });

  it('refuses a name with one public and one private record', async () => {
    await expect(
      resolverOf('93.184.216.34', '10.0.0.1')(targetOf('https://example.com/'), never),
    ).resolves.toEqual({
      allowed: false,
      reason: 'address',
      address: '10.0.0.1',
    });
  });

  it('judges literals without a look-up', async () => {
    const resolve = createResolver({ networks: [], lookupAll: () => Promise.reject(new Error('asked DNS')) });
    await expect(resolve(targetOf('http://0x7f.1/'), never)).resolves.toMatchObject({ address: '127.0.0.1' });
    await expect(resolve(targetOf('http://[::ffff:7f00:1]/'), never)).resolves.toMatchObject({
      reason: 'address',
    });
    await expect(resolve(targetOf('http://8.8.8.8/'), never)).resolves.toEqual({
      allowed: true,
      addresses: ['8.8.8.8'],
      dnsAnswers: [],
    });
  });

  it('denies localhost by its addresses, with and without the trailing dot', async () => {
    const resolve = createResolver({ networks: [] });
    for (const url of ['http://localhost/', 'http://localhost./', 'http://LOCALHOST/']) {
      await expect(resolve(targetOf(url), never)).resolves.toMatchObject({ allowed: false });
    }
  });

  it('says dns when a name does not resolve', async () => {
    const resolve = createResolver({ networks: [], lookupAll: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(resolve(targetOf('http://nowhere.test/'), never)).resolves.toEqual({
      allowed: false,
      reason: 'dns',
      address: null,
    });
  });

  it('gives up on a resolver that never answers', async () => {
    const resolve = createResolver({ networks: [], timeoutMs: 20, lookupAll: () => new Promise(() => {}) });
    await expect(resolve(targetOf('http://slow.test/'), never)).resolves.toMatchObject({ reason: 'dns' });
  });

  it('throws the reason of the signal when the caller gives up first', async () => {
    const resolve = createResolver({ networks: [], lookupAll: () => new Promise(() => {}) });
    const reason = new Error('enough');
    await expect(resolve(targetOf('http://slow.test/'), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
