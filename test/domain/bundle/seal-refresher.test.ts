import { expect, it } from 'vitest';
import { fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import type { BundleStore } from '../../../src/domain/bundle/port.ts';
import { createSealRefresher } from '../../../src/domain/bundle/seal-refresher.ts';
import { sealGolden } from '../../golden/golden-bundle.ts';
import { readerOf } from '../../golden/memory-bundle.ts';
import { logProofOf } from '../../golden/seals.ts';

const PATH = 'seals/log-proof.txt';
const { files: golden } = await sealGolden();
const alone = fromUtf8(await logProofOf(golden, { index: 3 }));
const witnessed = fromUtf8(await logProofOf(golden, { index: 3, witnessedAt: new Date(1_800_000_000_000) }));
const record = { ownerId: 'key:owner', bundleId: 'ev_1' } as Parameters<
  ReturnType<typeof createSealRefresher>['refresh']
>[0];

/** Refresh a bundle with `stored` while the log can prove `newest`. @returns the proof that is stored then. */
async function refresh(stored: string | null, newest: string, witnesses: number): Promise<string | null> {
  const files = new Map([...golden].filter(([path]) => path !== PATH));
  if (stored !== null) files.set(PATH, utf8(stored));
  const store = {
    open: async () => readerOf(files),
    writeSeal: async (_, path, bytes) => void files.set(path, bytes),
  } satisfies Pick<BundleStore, 'open' | 'writeSeal'>;
  const checkpoints = { logProof: async () => newest };
  await createSealRefresher({ store, checkpoints, witnesses }).refresh(record);
  const kept = files.get(PATH);
  return kept ? fromUtf8(kept) : null;
}

interface Case {
  readonly title: string;
  readonly stored: string | null;
  readonly newest: string;
  readonly witnesses: number;
  readonly expected: string;
}

const CASES: readonly Case[] = [
  { title: 'adds the first proof', stored: null, newest: alone, witnesses: 1, expected: alone },
  { title: 'adds a witness', stored: alone, newest: witnessed, witnesses: 1, expected: witnessed },
  { title: 'keeps all witnesses', stored: witnessed, newest: alone, witnesses: 1, expected: witnessed },
  { title: 'never loses a witness', stored: witnessed, newest: alone, witnesses: 2, expected: witnessed },
  { title: 'asks for no witness', stored: alone, newest: witnessed, witnesses: 0, expected: alone },
  { title: 'leaves a broken proof', stored: 'broken', newest: witnessed, witnesses: 1, expected: 'broken' },
];

it.each(CASES)('$title', async ({ stored, newest, witnesses, expected }) => {
  expect(await refresh(stored, newest, witnesses)).toBe(expected);
});
