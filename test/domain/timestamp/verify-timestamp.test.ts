import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/core/bytes.ts';
import { encodeTimestampRequest, positiveNonce } from '../../../src/domain/timestamp/request.ts';
import { type TimestampSubject, verifyTimestamp } from '../../../src/domain/timestamp/verify-timestamp.ts';
import { type AuthorityOptions, hasOpenssl, makeAuthority } from '../../support/timestamp-authority.ts';

const data = utf8('{"schema":"affiant-signature/v1"}');
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const nonce = positiveNonce(new Uint8Array(16).fill(0xff));
const request = encodeTimestampRequest(sha256(data), nonce);

const made: { remove(): void }[] = [];
afterAll(() => {
  for (const authority of made) authority.remove();
});
const open = (options?: AuthorityOptions) => {
  const authority = makeAuthority(options);
  made.push(authority);
  return authority;
};

describe.runIf(hasOpenssl)('a token of an authority of openssl', () => {
  it.each([
    ['RSA and SHA-512', { keys: 'rsa', digest: 'sha512' }],
    ['P-256 and SHA-256', { keys: 'p256' }],
    ['P-384 and SHA-384', { keys: 'p384', digest: 'sha384' }],
    ['the older binding by SHA-1', { bindsBy: 'sha1' }],
  ] as const)('is good with %s', async (_, options) => {
    const authority = open(options);
    const response = authority.reply(request);
    expect(authority.accepts(response, data)).toBe(true);
    const verdict = await verifyTimestamp(response, { data, roots: [authority.root], nonce });
    expect(verdict).toMatchObject({ kind: 'good', authority: 'Test signer', isTrusted: true });
    const genTime = 'genTime' in verdict ? verdict.genTime.getTime() : 0;
    expect(Math.abs(Date.now() - genTime)).toBeLessThan(60_000);
  });

  it('is good but not trusted without its root, or with another one', async () => {
    const response = open().reply(request);
    expect(await verifyTimestamp(response, { data, roots: [] })).toMatchObject({ isTrusted: false });
    const roots = [open().root];
    expect(await verifyTimestamp(response, { data, roots })).toMatchObject({
      kind: 'good',
      isTrusted: false,
    });
  });

  it('stays good after the certificate of its signer has expired', async () => {
    const [notBefore, at, notAfter] = years(2019, 2020, 2021);
    const authority = open({ notBefore, notAfter });
    const response = authority.stampAt(data, at);
    expect(authority.accepts(response, data)).toBe(false);
    expect(authority.accepts(response, data, at)).toBe(true);
    const verdict = await verifyTimestamp(response, { data, roots: [authority.root] });
    expect(verdict).toEqual({ kind: 'good', genTime: at, authority: 'Test signer', isTrusted: true });
  });

  it.each([
    ['had expired before it stamped', { notAfter: new Date(Date.now() - 60_000) }, 'chain'],
    ['is not in force yet', { notBefore: new Date(Date.now() + 3_600_000) }, 'chain'],
    ['is for time stamping, but not critically', { purpose: 'timeStamping' }, 'purpose'],
    ['is for more than time stamping', { purpose: 'critical,timeStamping,codeSigning' }, 'purpose'],
    ['is for another purpose', { purpose: 'critical,serverAuth' }, 'purpose'],
    ['comes from somebody who may not issue', { issuing: 'critical,CA:FALSE' }, 'chain'],
    ['comes from an authority too deep', { rootConstraints: 'critical,CA:TRUE,pathlen:0' }, 'chain'],
  ] as const)('is bad when the certificate of its signer %s', async (_, options, fault) => {
    const authority = open(options);
    const response = authority.stampAt(data, new Date());
    expect(authority.accepts(response, data)).toBe(false);
    expect(await verifyTimestamp(response, { data, roots: [authority.root] })).toEqual({
      kind: 'bad',
      fault,
    });
  });

  describe('is bad', () => {
    const authority = hasOpenssl ? open() : null;
    const subject: TimestampSubject = { data, roots: authority ? [authority.root] : [] };
    const response = authority?.reply(request) ?? new Uint8Array();

    it.each([
      ['for other bytes', { data: utf8('other') }, 'imprint'],
      ['for another request', { nonce: positiveNonce(new Uint8Array(16)) }, 'nonce'],
    ] as const)('%s', async (_, change, fault) => {
      expect(await verifyTimestamp(response, { ...subject, ...change })).toEqual({ kind: 'bad', fault });
    });

    it('when the authority refused', async () => {
      const refusal = authority!.reply(utf8('no request'));
      expect(await verifyTimestamp(refusal, subject)).toEqual({ kind: 'bad', fault: 'refused' });
    });

    it('when it came without the certificate of its signer', async () => {
      // The last member of a request asks for it: OpenSSL sends none when it is left out.
      const bare = request.subarray(0, -3);
      bare[1] = request[1]! - 3;
      const verdict = await verifyTimestamp(authority!.reply(bare), subject);
      request[1] = request[1]! + 3;
      expect(verdict).toEqual({ kind: 'bad', fault: 'signer' });
    });

    it('with any bit of it changed, or at least says the same as before', async () => {
      const before = await verifyTimestamp(response, subject);
      let bad = 0;
      await fc.assert(
        fc.asyncProperty(fc.nat(response.length - 1), fc.nat(7), async (at, bit) => {
          const changed = new Uint8Array(response);
          changed[at]! ^= 1 << bit;
          const after = await verifyTimestamp(changed, subject);
          if (after.kind !== 'good') bad++;
          // Neither the status nor the certificates that the chain does not need are under a signature.
          else expect(after).toEqual({ ...before, isTrusted: after.isTrusted });
        }),
        { numRuns: 300 },
      );
      expect(bad).toBeGreaterThan(200);
    });

    it('cut off anywhere', async () => {
      for (let length = 0; length < response.length; length += 37) {
        const verdict = await verifyTimestamp(response.subarray(0, length), subject);
        expect(verdict).toEqual({ kind: 'bad', fault: 'malformed' });
      }
    });

    it('from random bytes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
          expect((await verifyTimestamp(bytes, subject)).kind).toBe('bad');
        }),
      );
    });
  });
});

const years = (...list: readonly number[]) =>
  list.map((year) => new Date(Date.UTC(year, 0, 1))) as [Date, Date, Date];
