import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { recoverMessageAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { canonicalBytes } from '../../../src/core/canonical-json.ts';
import { signDocument } from '../../../src/domain/custody/signed-document.ts';
import { verifyChain } from '../../../src/domain/custody/verify-chain.ts';
import { createLocalSigner } from '../../../src/domain/signing/local-signer.ts';
import { GOLDEN_KEY, GOLDEN_KEY_RECORD, GOLDEN_SIGNER } from '../../golden/golden-bundle.ts';
import vector from '../../vectors/format-v1/custody.json' with { type: 'json' };

const { bundle_id: bundleId, manifest_sha256: manifestSha256 } = vector;
const golden = createLocalSigner({ privateKey: GOLDEN_KEY, keyId: GOLDEN_KEY_RECORD.key_id });
const OTHER_KEY = fromHex('47'.repeat(32));
const other = createLocalSigner({ privateKey: OTHER_KEY, keyId: 'key_other' });
const OTHER_RECORD = {
  ...GOLDEN_KEY_RECORD,
  key_id: 'key_other',
  signer_address: (await other.sign('')).signerAddress,
};
const subject = { bundleId, manifestSha256, trusted: [GOLDEN_KEY_RECORD] };
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const receipt = (seq: number) => `rcpt_${String(seq).padStart(26, '0')}`;

type Change = Record<string, unknown>;

/** Lines of a chain of holds; each may differ from a sound one, and be signed by another key. */
async function chain(steps: readonly { change?: Change; signer?: typeof golden }[]): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = [];
  for (const [index, { change = {}, signer = golden }] of steps.entries()) {
    const last = lines.at(-1);
    const facts = {
      schema: 'affiant-custody/v1',
      seq: index + 1,
      previous: last ? digest(last) : null,
      type: index % 2 === 0 ? 'hold' : 'release',
      receipt_id: receipt(index),
      bundle_id: bundleId,
      manifest_sha256: manifestSha256,
      at: `2026-02-01T00:00:0${index}.000Z`,
      agent_id: 'agent',
      action: 'hold',
      body: { reason: 'é', matter: null },
      ...change,
    };
    lines.push(canonicalBytes(await signDocument(facts, signer)));
  }
  return lines;
}

const file = (lines: readonly Uint8Array[]) => concatBytes(...lines.flatMap((line) => [line, utf8('\n')]));
const verify = async (
  lines: readonly Uint8Array[],
  change: Partial<Parameters<typeof verifyChain>[1]> = {},
) => verifyChain(file(lines), { ...subject, ...change });

describe('the published vector', () => {
  it('passes, and its signatures are EIP-191 ones over the stated texts', async () => {
    const verdict = await verifyChain(utf8(vector.jsonl), subject);
    expect(verdict).toMatchObject({
      status: 'pass',
      detail: '3 custody records in one unbroken, signed chain.',
    });
    expect(verdict.records.map(({ type }) => type)).toEqual(['hold', 'handoff', 'receipt']);
    for (const [index, { signature }] of verdict.records.entries()) {
      const message = vector.signed_texts[index]!;
      expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(
        GOLDEN_SIGNER,
      );
    }
  });

  it('states what an independent reading of the format gives', () => {
    const lines = vector.jsonl.split('\n').slice(0, -1);
    expect(vector.jsonl.endsWith('\n')).toBe(true);
    for (const [index, line] of lines.entries()) {
      const { signature: _, ...unsigned } = JSON.parse(line);
      // Its members are in RFC 8785 order already, and stay so when one is left out.
      expect(vector.signed_texts[index]).toBe(
        `affiant-custody/v1\n${digest(utf8(JSON.stringify(unsigned)))}`,
      );
      expect(unsigned.previous).toBe(index === 0 ? null : digest(utf8(lines[index - 1]!)));
    }
  });
});

describe('a chain', () => {
  it('passes when it is whole', async () => {
    expect(await verify(await chain([{}, {}, {}]))).toMatchObject({ status: 'pass' });
  });

  it('fails when any byte of it is another one', async () => {
    const bytes = file(await chain([{}, {}, {}]));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const broken = bytes.slice();
        broken[at] = (broken[at] ?? 0) ^ flip;
        expect((await verifyChain(broken, subject)).status).toBe('fail');
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, (lines: Uint8Array[]) => Uint8Array[], RegExp]>([
    ['without its first record', (lines) => lines.slice(1), /Custody record 1 has the number 2/],
    ['without one in the middle', (lines) => lines.toSpliced(1, 1), /Custody record 2 has the number 3/],
    ['with two swapped', ([a, b, c]) => [b!, a!, c!], /Custody record 1 has the number 2/],
    ['with one twice', ([a, b, c]) => [a!, b!, b!, c!], /Custody record 3 has the number 2/],
    ['with an empty line', ([a, b, c]) => [a!, utf8(''), b!, c!], /Custody record 2 is no canonical/],
    [
      'in another JSON form',
      ([a]) => [utf8(JSON.stringify(JSON.parse(fromUtf8(a!)), null, 1))],
      /Custody record 1 is no/,
    ],
    [
      'with a member twice',
      ([a]) => [utf8(fromUtf8(a!).replace('{', '{"seq":1,'))],
      /Custody record 1 is no/,
    ],
    ['without a record', () => [], /has no record/],
  ])('fails %s', async (_name, change, detail) => {
    const verdict = await verify(change(await chain([{}, {}, {}])));
    expect(verdict).toMatchObject({ status: 'fail', detail: expect.stringMatching(detail) });
  });

  it('fails when its end is cut off in the middle of a record', async () => {
    const bytes = file(await chain([{}, {}]));
    expect(await verifyChain(bytes.subarray(0, -1), subject)).toMatchObject({ status: 'fail' });
    expect(await verifyChain(bytes.subarray(0, -40), subject)).toMatchObject({ status: 'fail' });
  });

  it.each<[string, Change, RegExp]>([
    ['another bundle', { bundle_id: 'ev_01JD0000000000000000000009' }, /another bundle/],
    ['another manifest', { manifest_sha256: 'ab'.repeat(32) }, /another manifest/],
    ['another predecessor', { previous: 'ab'.repeat(32) }, /does not follow/],
  ])('fails when a signed record names %s', async (_name, change, detail) => {
    const verdict = await verify(await chain([{}, { change }]));
    expect(verdict).toMatchObject({ status: 'fail', detail: expect.stringMatching(detail) });
    expect(verdict.records).toHaveLength(1);
  });

  it('carries members that this version does not know, under the signature', async () => {
    expect(await verify(await chain([{ change: { later: 1 } }]))).toMatchObject({ status: 'pass' });
  });

  it('fails when it is shorter than the service knows, and passes when it is longer', async () => {
    const lines = await chain([{}, {}, {}]);
    const headAt = (index: number) => ({ seq: index + 1, lineSha256: digest(lines[index]!) });
    expect(await verify(lines, { knownHead: headAt(1) })).toMatchObject({ status: 'pass' });
    expect(await verify(lines.slice(0, 2), { knownHead: headAt(2) })).toMatchObject({
      status: 'fail',
      detail: 'The newest custody records are missing.',
    });
  });
});

describe('the key of a record', () => {
  const revoked = { ...GOLDEN_KEY_RECORD, revoked_at: '2026-02-01T00:00:01.500Z' };
  const retired = { ...GOLDEN_KEY_RECORD, retired_at: '2026-02-01T00:00:01.500Z' };
  const trusting = async (
    steps: Parameters<typeof chain>[0],
    trusted: (typeof GOLDEN_KEY_RECORD | object | string)[],
  ) => (await verify(await chain(steps), { trusted: trusted as (typeof GOLDEN_KEY_RECORD)[] })).status;

  it('may be any of the published ones', async () => {
    expect(await trusting([{}, { signer: other }], [GOLDEN_KEY_RECORD, OTHER_RECORD])).toBe('pass');
  });

  it('fails the check when a list of keys does not have it', async () => {
    expect(await trusting([{}, { signer: other }], [GOLDEN_KEY_RECORD])).toBe('fail');
  });

  it('is undecided when it is not the one address that was given, unless that one signs later', async () => {
    expect(await trusting([{}, { signer: other }], [GOLDEN_SIGNER])).toBe('unknown');
    expect(await trusting([{}, { signer: other }, {}], [GOLDEN_SIGNER.toLowerCase()])).toBe('pass');
    expect(await trusting([{}], [])).toBe('unknown');
  });

  it('was in use, or had been retired', async () => {
    expect(await trusting([{}, {}], [retired])).toBe('pass');
    expect(await trusting([{}, {}, {}], [retired])).toBe('fail');
  });

  it('is undecided when it was revoked later, unless a good key signs later', async () => {
    expect(await trusting([{}, {}], [revoked, OTHER_RECORD])).toBe('unknown');
    expect(await trusting([{}, { signer: other }], [revoked, OTHER_RECORD])).toBe('pass');
    expect(await trusting([{}, {}, {}], [revoked, OTHER_RECORD])).toBe('fail');
  });
});
