import { afterAll, describe, expect, it } from 'vitest';
import { createArchiveVerifier } from '../../../src/adapters/archive/archive-verifier.ts';
import { utf8 } from '../../../src/core/bytes.ts';
import { createArchiveVerification } from '../../../src/domain/verification/archive-verification.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER, sealGolden } from '../../golden/golden-bundle.ts';
import { rawZip } from '../../golden/raw-zip.ts';
import { TAMPERINGS, UNSAFE_ARCHIVES } from '../../golden/tampered.ts';
import { zipOf } from '../../golden/write-bundle.ts';

const verifier = createArchiveVerifier();
afterAll(() => verifier.close());

const archives = createArchiveVerification({
  verifier,
  ownTrust: async () => ({ trusted: [GOLDEN_KEY_RECORD] }),
  clock: { now: () => new Date('2026-02-03T04:05:06.789Z') },
});
const idle = new AbortController().signal;
const { files: golden } = await sealGolden();
const archive = await zipOf(golden);

describe('an archive of a stranger', () => {
  it('is verified by the keys of this service, or by the signer that is named', async () => {
    for (const signer of [null, GOLDEN_SIGNER]) {
      expect(await archives.verify(archive, signer, idle)).toMatchObject({
        verdict: { verified: true, bundleId: 'ev_01JD0000000000000000000000' },
        checkedAt: '2026-02-03T04:05:06.789Z',
      });
    }
    const other = `0x${'11'.repeat(20)}`;
    expect((await archives.verify(archive, other, idle)).verdict.status).toBe('tampered');
  });

  it.each(TAMPERINGS)('fails with $name', async ({ change, failing, tampered }) => {
    const { files } = await sealGolden();
    change(files);
    const { verdict } = await archives.verify(await zipOf(files), null, idle);
    expect(verdict).toMatchObject({ status: 'tampered', tampered });
    expect(verdict.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
      ...failing,
    ]);
  });

  it.each(UNSAFE_ARCHIVES)('is refused with $name', async ({ code, make }) => {
    await expect(archives.verify(make(golden), null, idle)).rejects.toMatchObject({ code });
  });

  it('is refused when it is none, and when the signer is no address', async () => {
    await expect(archives.verify(utf8('hello'), null, idle)).rejects.toMatchObject({
      code: 'DOCUMENT_CORRUPT',
    });
    await expect(archives.verify(archive, '0x12', idle)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('is given up when its sender goes away', async () => {
    const gone = AbortSignal.abort();
    await expect(archives.verify(archive, null, gone)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('does not hold up the service, however hard its manifest is to read', { timeout: 60_000 }, async () => {
    const manifest = utf8(`{"a":[${'[],'.repeat(1_300_000)}[]]}`);
    const hostile = rawZip([{ name: 'manifest.json', data: manifest }]);
    await archives.verify(archive, null, idle); // the worker runs
    let longestMs = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 5);
    const { verdict } = await archives.verify(hostile, null, idle);
    clearInterval(beat);
    expect(verdict.status).toBe('tampered');
    expect(longestMs).toBeLessThan(250);
  });
});
