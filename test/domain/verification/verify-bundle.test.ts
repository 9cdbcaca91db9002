import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { canonicalBytes } from '../../../src/core/canonical-json.ts';
import type { BundleReader } from '../../../src/domain/bundle/port.ts';
import { resealBundle } from '../../../src/domain/manifest/seal.ts';
import type { VerifyOptions } from '../../../src/domain/verification/options.ts';
import { verifyBundle } from '../../../src/domain/verification/verify-bundle.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER, goldenTools, sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { TAMPERINGS } from '../../golden/tampered.ts';

const createSha256 = () => createHash('sha256');
const { files: golden, sealed } = await sealGolden();
const verify = (files: BundleMap, options: Partial<VerifyOptions> = {}) =>
  verifyBundle(readerOf(files), { createSha256, trusted: [GOLDEN_SIGNER], ...options });

const statuses = ({ checks }: Awaited<ReturnType<typeof verify>>) =>
  Object.fromEntries(checks.map(({ id, status }) => [id, status]));

describe('a sound bundle', () => {
  it('is verified by a trusted signer, check by check in the published order', async () => {
    const verdict = await verify(golden, { trusted: [GOLDEN_KEY_RECORD] });
    expect(verdict).toMatchObject({
      verified: true,
      status: 'verified',
      bundleId: 'ev_01JD0000000000000000000000',
      tampered: [],
    });
    expect(verdict.manifestSha256).toBe(sealed.manifestSha256);
    expect(verdict.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'archive_safe pass',
      'manifest_canonical pass',
      'artifact:chunks pass',
      'artifact:markdown pass',
      'artifact:screenshot pass',
      'artifact:source pass',
      'no_extra_files pass',
      'signature pass',
      'signer_trusted pass',
      'key_valid_at_time pass',
      'chunk_tree pass',
      'custody_chain absent',
      'log_inclusion absent',
      'checkpoint_signature absent',
      'timestamps absent',
      'attestation absent',
    ]);
    expect(verdict.assurance).toMatchObject({
      level: 1,
      proves: [expect.any(String), expect.stringContaining(GOLDEN_SIGNER)],
    });
  });

  it('is judged the same in pieces of one byte and with a hash written in JavaScript', async () => {
    const options = { createSha256: () => sha256.create(), trusted: [GOLDEN_SIGNER] };
    expect(await verifyBundle(readerOf(golden, 1), options)).toEqual(await verify(golden));
  });

  it('is verified by a bare address in any case, without a word on the life of its key', async () => {
    const verdict = await verify(golden, { trusted: [GOLDEN_SIGNER.toLowerCase()] });
    expect(verdict.status).toBe('verified');
    expect(statuses(verdict)['key_valid_at_time']).toBe('absent');
  });

  it('is undecided without a trusted signer', async () => {
    const verdict = await verify(golden, { trusted: [] });
    expect(verdict).toMatchObject({
      verified: false,
      status: 'undecided',
      assurance: { level: 0, proves: [] },
    });
    expect(statuses(verdict)).toMatchObject({ signature: 'pass', signer_trusted: 'unknown' });
  });

  it('is verified at level 0 when its own key list is accepted', async () => {
    const verdict = await verify(golden, { trusted: [], trustEmbedded: true });
    expect(verdict).toMatchObject({ verified: true, assurance: { level: 0 } });
    expect(verdict.checks.find(({ id }) => id === 'signer_trusted')?.detail).toContain('self-consistent');
  });

  it('is tampered for whoever trusts another signer', async () => {
    const verdict = await verify(golden, { trusted: [`0x${'11'.repeat(20)}`], trustEmbedded: true });
    expect(verdict).toMatchObject({ verified: false, status: 'tampered', tampered: ['signature'] });
    expect(statuses(verdict)).toMatchObject({ signature: 'pass', signer_trusted: 'fail' });
  });

  it('is checked quickly without reading an artifact', async () => {
    const withoutArtifacts = new Map([...golden].filter(([path]) => !path.startsWith('artifacts/')));
    const verdict = await verify(withoutArtifacts, { quick: true });
    expect(verdict.verified).toBe(true);
    expect(statuses(verdict)).toMatchObject({
      'artifact:source': 'absent',
      no_extra_files: 'absent',
      chunk_tree: 'absent',
      signature: 'pass',
    });
    expect(verdict.assurance.does_not_prove[0]).toContain('quick');
  });

  it('must be the one whose digest was recorded', async () => {
    const other = await verify(golden, { expectedManifestSha256: '00'.repeat(32) });
    expect(other).toMatchObject({ status: 'tampered', tampered: ['manifest'] });
    expect((await verify(golden, { expectedManifestSha256: sealed.manifestSha256 })).verified).toBe(true);
  });

  it('stays verified with an attestation, which needs its chain to be judged', async () => {
    const verdict = await verify(new Map([...golden, ['seals/attestation.json', utf8('{}')]]));
    expect(verdict.verified).toBe(true);
    expect(statuses(verdict)).toMatchObject({ attestation: 'unknown', timestamps: 'absent' });
  });

  it('sealed again with another parent is verified, with the same artifacts', async () => {
    const files = new Map(golden);
    const parent = { bundleId: 'ev_01JD0000000000000000000001', manifestSha256: 'cd'.repeat(32) };
    const again = await resealBundle(sealed, parent, goldenTools(files));
    expect(again.manifestSha256).not.toBe(sealed.manifestSha256);
    expect(JSON.parse(fromUtf8(again.manifestBytes)).links).toMatchObject({
      parent_bundle_id: parent.bundleId,
      parent_manifest_sha256: parent.manifestSha256,
    });
    expect((await verify(files)).verified).toBe(true);
    expect(
      [...files]
        .filter(([path, bytes]) => golden.get(path) !== bytes)
        .map(([path]) => path)
        .sort(),
    ).toEqual(['manifest.json', 'seals/statement.txt', 'signature.json']);
  });
});

describe('a key', () => {
  const key = (life: Partial<{ retired_at: string; revoked_at: string }>) => [
    { ...GOLDEN_KEY_RECORD, ...life },
  ];
  const [before, after] = ['2026-01-02T03:04:07.889Z', '2026-01-03T00:00:00.000Z'];

  it.each([
    ['retired later keeps the bundle verified', { retired_at: after }, ['pass', 'verified']],
    ['retired before cannot have signed', { retired_at: before }, ['fail', 'tampered']],
    ['revoked before cannot have signed', { revoked_at: before }, ['fail', 'tampered']],
    ['revoked later leaves the bundle undecided', { revoked_at: after }, ['unknown', 'undecided']],
  ] as const)('%s', async (_, life, expected) => {
    const verdict = await verify(golden, { trusted: key(life) });
    expect([statuses(verdict)['key_valid_at_time'], verdict.status]).toEqual(expected);
  });
});

describe('a tampered bundle', () => {
  it.each(TAMPERINGS)('with $name fails just the checks concerned', async ({ change, failing, tampered }) => {
    const files = new Map(golden);
    change(files);
    const verdict = await verify(files);
    expect(verdict.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
      ...failing,
    ]);
    expect(verdict).toMatchObject({
      verified: false,
      status: 'tampered',
      tampered,
      assurance: { proves: [], level: 0 },
    });
  });

  it('with an oversized manifest or signature is refused without reading it', async () => {
    const big = new Uint8Array(4 * 1024 * 1024 + 1);
    expect(statuses(await verify(new Map([...golden, ['manifest.json', big]])))['manifest_canonical']).toBe(
      'fail',
    );
    expect(statuses(await verify(new Map([...golden, ['signature.json', big]])))['signature']).toBe('fail');
  });

  it('with unsafe or too many names fails archive_safe and is not read further', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => [`seals/${index}`, utf8('')] as const);
    for (const extra of [[['../x', utf8('')]], [['MANIFEST.json', utf8('')]], many] as [
      string,
      Uint8Array,
    ][][]) {
      const verdict = await verify(new Map([...golden, ...extra]));
      expect(verdict.checks).toMatchObject([{ id: 'archive_safe', status: 'fail' }]);
      expect(verdict.status).toBe('tampered');
    }
  });

  it('with a manifest nested beyond every stack is refused, not crashed on', async () => {
    const deep = utf8(`{"schema":"affiant-manifest/v1","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect((await verify(new Map([...golden, ['manifest.json', deep]]))).tampered).toEqual(['manifest']);
  });
});

describe('what cannot be decided', () => {
  it('is a folder that is no bundle', async () => {
    expect((await verify(new Map([['readme.txt', utf8('x')]]))).status).toBe('undecided');
    expect((await verify(new Map())).status).toBe('undecided');
  });

  it('is a missing bundle, unless its digest was recorded', async () => {
    expect(await verify(new Map(), { expectedManifestSha256: sealed.manifestSha256 })).toMatchObject({
      status: 'tampered',
      tampered: ['manifest'],
    });
  });

  it('is a manifest of a later version', async () => {
    const later = canonicalBytes({ schema: 'affiant-manifest/v2' });
    const verdict = await verify(new Map([...golden, ['manifest.json', later]]));
    expect(verdict).toMatchObject({ status: 'undecided', verified: false });
  });

  it.each([
    'manifest.json',
    'signature.json',
    'artifacts/source/body.html',
    'artifacts/chunks.json',
    'artifacts/content.md',
  ])('is a bundle whose %s cannot be read', async (broken) => {
    const reader = readerOf(golden);
    const failing: BundleReader = {
      list: reader.list,
      read: (path) => {
        if (path === broken) throw new Error('disk');
        return reader.read(path);
      },
    };
    const verdict = await verifyBundle(failing, { createSha256, trusted: [GOLDEN_SIGNER] });
    expect(verdict).toMatchObject({ status: 'undecided', tampered: [] });
  });

  it('is a folder that cannot be listed', async () => {
    const reader: BundleReader = {
      list: () => Promise.reject(new Error('disk')),
      read: readerOf(golden).read,
    };
    expect((await verifyBundle(reader, { createSha256, trusted: [] })).status).toBe('undecided');
  });
});
