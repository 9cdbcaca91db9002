import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { fromHex, fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { createLogSigner } from '../../../src/domain/checkpoint/log-signer.ts';
import { encodeNoteKey } from '../../../src/domain/note/note-key.ts';
import { buildKeyList, encodeKeyList } from '../../../src/domain/signing/key-list.ts';
import { createLocalSigner } from '../../../src/domain/signing/local-signer.ts';
import type { SigningKeyRecord } from '../../../src/domain/signing/port.ts';
import { addressOfPrivateKey } from '../../../src/domain/signing/private-key.ts';
import type { VerifyOptions } from '../../../src/domain/verification/options.ts';
import type { Verdict } from '../../../src/domain/verification/verdict.ts';
import { verifyBundle } from '../../../src/domain/verification/verify-bundle.ts';
import { GOLDEN_KEY, GOLDEN_KEY_RECORD, sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { custodyOf, GOLDEN_LOG, GOLDEN_WITNESS, logProofOf } from '../../golden/seals.ts';
import { hasOpenssl, makeAuthority, type TestAuthority } from '../../support/timestamp-authority.ts';

const { files: golden } = await sealGolden();
const signatureBytes = golden.get('signature.json')!;
const createSha256 = () => createHash('sha256');

type Seals = Readonly<Record<string, Uint8Array>>;

/** What others than the signer say of the golden bundle's age. */
interface SealFacts {
  readonly index: number;
  readonly stamped: Date;
}

const verify = (seals: Seals, options: Partial<VerifyOptions> = {}): Promise<Verdict> => {
  const files: BundleMap = new Map([...golden, ...Object.entries(seals)]);
  const known = { createSha256, trusted: [GOLDEN_KEY_RECORD], log: GOLDEN_LOG.key };
  return verifyBundle(readerOf(files), { ...known, ...options });
};
const check = (verdict: Verdict, id: string) => verdict.checks.find((candidate) => candidate.id === id);
const status = (verdict: Verdict, id: string) => check(verdict, id)?.status;

const LOG_PROOF = 'seals/log-proof.txt';
const CUSTODY = 'seals/custody.jsonl';
const seen = new Date('2026-01-02T06:00:00.000Z');

describe('a log proof', () => {
  it('under a checkpoint of the known log raises the level to 2', async () => {
    const verdict = await verify({ [LOG_PROOF]: await logProofOf(golden, { index: 3 }) });
    expect(verdict).toMatchObject({ status: 'verified', assurance: { level: 2 } });
    expect(verdict.assurance.proves.at(-1)).toContain('entry 3 of the log golden.example/log');
    expect([status(verdict, 'log_inclusion'), status(verdict, 'checkpoint_signature')]).toEqual([
      'pass',
      'pass',
    ]);
  });

  it('seen by a trusted witness raises it to 3, and says by when the bundle existed', async () => {
    const seals = { [LOG_PROOF]: await logProofOf(golden, { index: 3, witnessedAt: seen }) };
    const verdict = await verify(seals, { witnesses: [GOLDEN_WITNESS] });
    expect(verdict.assurance).toMatchObject({ level: 3 });
    expect(verdict.assurance.proves.at(-1)).toContain('not later than 2026-01-02T06:00:00.000Z');
    expect((await verify(seals)).assurance.level).toBe(2);
  });

  it('of a log whose key is not known proves nothing, and takes nothing away', async () => {
    const verdict = await verify({ [LOG_PROOF]: await logProofOf(golden, { index: 3 }) }, { log: null });
    expect(verdict).toMatchObject({ status: 'verified', assurance: { level: 1 } });
    expect([status(verdict, 'log_inclusion'), status(verdict, 'checkpoint_signature')]).toEqual([
      'pass',
      'unknown',
    ]);
  });

  it('is judged by the log of the list inside the bundle when that is accepted, at level 0', async () => {
    const log = { origin: GOLDEN_LOG.key.name, vkey: encodeNoteKey(GOLDEN_LOG.key) };
    const seals = {
      [LOG_PROOF]: await logProofOf(golden, { index: 3 }),
      'seals/keys.json': encodeKeyList(buildKeyList([GOLDEN_KEY_RECORD], log)),
    };
    const verdict = await verify(seals, { trusted: [], trustEmbedded: true, log: null });
    expect(verdict).toMatchObject({ verified: true, assurance: { level: 0 } });
    expect(status(verdict, 'checkpoint_signature')).toBe('pass');
  });

  const stranger = createLogSigner(GOLDEN_LOG.key.name, new Uint8Array(32).fill(9));
  const elsewhere = createLogSigner('elsewhere.example/log', new Uint8Array(32).fill(0x46));
  it.each([
    ['for another entry', { index: 3, entry: '{"t":"bundle"}' }, ['fail', 'pass']],
    ['signed by another key', { index: 3, signer: stranger }, ['pass', 'fail']],
    ['of another log with the same key', { index: 3, signer: elsewhere }, ['pass', 'fail']],
  ] as const)('%s fails', async (_, options, expected) => {
    const verdict = await verify({ [LOG_PROOF]: await logProofOf(golden, options) });
    expect([status(verdict, 'log_inclusion'), status(verdict, 'checkpoint_signature')]).toEqual(expected);
    expect(verdict).toMatchObject({ status: 'tampered', tampered: [LOG_PROOF], assurance: { level: 0 } });
  });

  it('with another index, another root or a false cosignature fails', async () => {
    const text = fromUtf8(await logProofOf(golden, { index: 3, witnessedAt: seen }));
    const cosignature = text.trimEnd().split('\n').at(-1) ?? '';
    const changes = [
      text.replace('index 3', 'index 4'),
      text.replace('\n10\n', '\n11\n'),
      text.replace(cosignature, `${cosignature.slice(0, -8)}AAAAAAA=`),
      'no proof',
    ];
    for (const changed of changes) {
      const verdict = await verify({ [LOG_PROOF]: utf8(changed) }, { witnesses: [GOLDEN_WITNESS] });
      expect(verdict).toMatchObject({ status: 'tampered', tampered: [LOG_PROOF] });
    }
    expect((await verify({ [LOG_PROOF]: Uint8Array.of(0xff) })).tampered).toEqual([LOG_PROOF]);
  });
});

describe('custody records', () => {
  const signer = createLocalSigner({ privateKey: GOLDEN_KEY, keyId: GOLDEN_KEY_RECORD.key_id });

  it('in an unbroken chain pass', async () => {
    const verdict = await verify({ [CUSTODY]: await custodyOf(golden, [signer, signer]) });
    expect(check(verdict, 'custody_chain')).toMatchObject({ status: 'pass' });
    expect(verdict.verified).toBe(true);
  });

  it('changed, or fewer than the service knows of, fail', async () => {
    const chain = await custodyOf(golden, [signer, signer]);
    const changed = utf8(fromUtf8(chain).replace('"agent"', '"other"'));
    const head = { seq: 3, lineSha256: 'ab'.repeat(32) };
    for (const verdict of [
      await verify({ [CUSTODY]: changed }),
      await verify({ [CUSTODY]: chain }, { custodyHead: head }),
      await verify({}, { custodyHead: head }),
    ])
      expect(verdict).toMatchObject({ status: 'tampered', tampered: [CUSTODY] });
  });

  it('by a key that was revoked later count once a good key signed after them', async () => {
    const other = fromHex('48'.repeat(32));
    const good = createLocalSigner({ privateKey: other, keyId: 'key_other' });
    const trusted: SigningKeyRecord[] = [
      { ...GOLDEN_KEY_RECORD, revoked_at: '2026-03-01T00:00:00.000Z', revoked_log_index: 8 },
      { ...GOLDEN_KEY_RECORD, key_id: 'key_other', signer_address: addressOfPrivateKey(other) },
    ];
    const alone = await verify({ [CUSTODY]: await custodyOf(golden, [signer, signer]) }, { trusted });
    expect(status(alone, 'custody_chain')).toBe('unknown');
    const followed = await verify({ [CUSTODY]: await custodyOf(golden, [signer, good]) }, { trusted });
    expect(status(followed, 'custody_chain')).toBe('pass');
  });
});

describe.runIf(hasOpenssl)('timestamps', () => {
  const authorities: TestAuthority[] = [];
  afterAll(() => {
    for (const authority of authorities) authority.remove();
  });
  const open = (...options: Parameters<typeof makeAuthority>) => {
    const authority = makeAuthority(...options);
    authorities.push(authority);
    return authority;
  };
  const authority = hasOpenssl ? open() : null;
  const trusted = authority ? [authority.root] : [];
  const at = new Date('2026-01-02T03:10:00.000Z');
  const stamp = (time = at) => authority!.stampAt(signatureBytes, time);

  it('by a trusted authority raise the level to 3', async () => {
    const verdict = await verify({ 'seals/tsa/one.tsr': stamp() }, { timestampRoots: trusted });
    expect(verdict).toMatchObject({ status: 'verified', assurance: { level: 3 } });
    expect(check(verdict, 'timestamps')).toEqual({
      id: 'timestamps',
      status: 'pass',
      detail: 'one.tsr states 2026-01-02T03:10:00.000Z, signed by "Test signer".',
    });
    expect(verdict.assurance.proves.at(-1)).toContain('not later than 2026-01-02T03:10:00.000Z');
    expect(verdict.assurance.does_not_prove.at(-1)).toContain('How long before');
  });

  it('by an authority whose root was not given are unknown, and prove no time', async () => {
    const verdict = await verify({ 'seals/tsa/one.tsr': stamp() });
    expect(verdict).toMatchObject({ status: 'verified', assurance: { level: 1 } });
    expect(check(verdict, 'timestamps')).toMatchObject({
      status: 'unknown',
      detail: expect.stringContaining('signed by "Test signer", whose root was not given'),
    });
  });

  it('of several authorities give the oldest trusted time', async () => {
    const seals = {
      'seals/tsa/a.tsr': stamp(new Date('2026-01-03T00:00:00.000Z')),
      'seals/tsa/b.tsr': stamp(),
      'seals/tsa/c.tsr': open().stampAt(signatureBytes, new Date('2026-01-01T00:00:00.000Z')),
    };
    const verdict = await verify(seals, { timestampRoots: trusted });
    expect(status(verdict, 'timestamps')).toBe('pass');
    expect(verdict.assurance.proves.at(-1)).toContain('2026-01-02T03:10:00.000Z');
  });

  it.each([
    ['over other bytes', () => authority!.stampAt(utf8('other'), at), 'is for other bytes'],
    ['changed', () => stamp().with(-1, 0).with(-9, 7).with(-10, 7), 'false signature'],
    ['that is none', () => utf8('no token'), 'is no timestamp response'],
    ['too long', () => new Uint8Array(65 * 1024), 'is no timestamp response'],
    [
      'by a key for something else',
      () => open({ purpose: 'critical,serverAuth' }).stampAt(signatureBytes, at),
      'not for time stamping',
    ],
    [
      'after the certificate had expired',
      () => open({ notAfter: new Date('2026-01-02T03:00:00.000Z') }).stampAt(signatureBytes, at),
      'not good at its time',
    ],
  ] as const)('%s fail beside a good one', async (_, make, detail) => {
    const seals = { 'seals/tsa/bad.tsr': make(), 'seals/tsa/good.tsr': stamp() };
    const verdict = await verify(seals, { timestampRoots: trusted });
    expect(verdict).toMatchObject({ status: 'tampered', tampered: ['seals/tsa/bad.tsr'] });
    expect(check(verdict, 'timestamps')?.detail).toContain(
      `bad.tsr ${detail === 'false signature' ? 'has a ' : ''}`,
    );
    expect(check(verdict, 'timestamps')?.detail).toContain(detail);
  });

  describe('and the place in the log decide whether a signature by a revoked key counts', () => {
    const revoked = { revoked_at: '2026-01-05T00:00:00.000Z', revoked_log_index: 5 };
    const [before, after] = [new Date('2026-01-04T00:00:00.000Z'), new Date('2026-01-06T00:00:00.000Z')];
    const pass = { status: 'pass', verdict: 'verified' };
    const fail = { status: 'fail', verdict: 'tampered' };
    const unknown = { status: 'unknown', verdict: 'undecided' };
    it.each([
      ['in use', {}, {}, pass],
      ['retired later', { retired_at: '2026-01-03T00:00:00.000Z' }, {}, pass],
      ['retired before', { retired_at: '2026-01-01T00:00:00.000Z' }, { index: 3, stamped: before }, fail],
      [
        'revoked before',
        { revoked_at: '2026-01-01T00:00:00.000Z', revoked_log_index: 2 },
        { index: 1 },
        fail,
      ],
      ['revoked', revoked, {}, unknown],
      ['revoked', revoked, { index: 3 }, pass],
      ['revoked', revoked, { index: 7 }, fail],
      ['revoked', revoked, { stamped: before }, pass],
      ['revoked', revoked, { stamped: after }, unknown],
      ['revoked', revoked, { index: 7, stamped: before }, pass],
      ['revoked', revoked, { index: 7, stamped: after }, fail],
      ['revoked, with no index published', { revoked_at: revoked.revoked_at }, { index: 3 }, unknown],
    ] as const)('key %s %o, seals %o: %o', async (...[, life, seal, expected]) => {
      const { index, stamped }: Partial<SealFacts> = seal;
      const seals: Record<string, Uint8Array> = {};
      if (index !== undefined) seals[LOG_PROOF] = await logProofOf(golden, { index });
      if (stamped) seals['seals/tsa/one.tsr'] = stamp(stamped);
      const options = { trusted: [{ ...GOLDEN_KEY_RECORD, ...life }], timestampRoots: trusted };
      const verdict = await verify(seals, options);
      expect({ status: status(verdict, 'key_valid_at_time'), verdict: verdict.status }).toEqual(expected);
    });

    it('but only by a log and an authority that are known from outside', async () => {
      const seals = {
        [LOG_PROOF]: await logProofOf(golden, { index: 3 }),
        'seals/tsa/one.tsr': stamp(before),
      };
      const options = { trusted: [{ ...GOLDEN_KEY_RECORD, ...revoked }], log: null };
      expect((await verify(seals, options)).status).toBe('undecided');
    });
  });
});

it('a quick check looks at no seal', async () => {
  const seals = { [LOG_PROOF]: utf8('no proof'), [CUSTODY]: utf8('?'), 'seals/tsa/one.tsr': utf8('?') };
  const verdict = await verify(seals, { quick: true });
  expect(verdict.verified).toBe(true);
  expect(status(verdict, 'timestamps')).toBe('absent');
});
