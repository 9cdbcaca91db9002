import { randomBytes } from 'node:crypto';
import { utf8 } from '../../../src/core/bytes.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { BundleStore, StagedBundle } from '../../../src/domain/bundle/port.ts';
import type { CapturedArtifact } from '../../../src/domain/capture/artifact.ts';
import { type SealedBundle, sealBundle } from '../../../src/domain/manifest/seal.ts';
import { buildKeyList } from '../../../src/domain/signing/key-list.ts';
import type { Signer, SigningKeyRecord } from '../../../src/domain/signing/port.ts';
import { GOLDEN_CAPTURE, GOLDEN_INPUT } from '../../golden/golden-bundle.ts';

const MIB = 1024 * 1024;
const PART_MIB = 25;

/** What bundle to make, and who signs it. */
export interface LargeBundle {
  readonly bundleId: string;
  /** Size of its binary artifacts together; a text of 1 MiB is added. */
  readonly mebibytes: number;
  readonly signer: Signer;
  readonly keys: readonly SigningKeyRecord[];
}

/** Seal a bundle of that size into the store, not yet published. */
export async function stageLargeBundle(
  store: BundleStore,
  { bundleId, mebibytes, signer, keys }: LargeBundle,
): Promise<{ staged: StagedBundle; sealed: SealedBundle }> {
  const noise = randomBytes(PART_MIB * MIB);
  const parts = Array.from({ length: Math.ceil(mebibytes / PART_MIB) }, (_, index) =>
    binaryArtifact(index, noise.subarray(0, Math.min(PART_MIB, mebibytes - index * PART_MIB) * MIB)),
  );
  const markdown = `${'A sentence of ordinary length, as most of them are. '.repeat(20)}\n\n`.repeat(
    MIB / 1042,
  );
  const capture = {
    ...GOLDEN_CAPTURE,
    markdown,
    pageStarts: [],
    artifacts: [...parts, textArtifact(markdown)],
  };
  const staged = await store.stage(bundleId);
  const sealed = await sealBundle(
    { ...GOLDEN_INPUT, bundleId, capture, keyList: buildKeyList(keys, null) },
    { staged, signer, clock: systemClock, randomBytes },
  );
  return { staged, sealed };
}

const binaryArtifact = (index: number, bytes: Uint8Array): CapturedArtifact => ({
  name: `part-${index}`,
  path: `artifacts/part-${index}.bin`,
  mediaType: 'application/octet-stream',
  role: 'original',
  derivedFrom: [],
  tool: 'affiant',
  bytes,
});

const textArtifact = (markdown: string): CapturedArtifact => ({
  name: 'markdown',
  path: 'artifacts/content.md',
  mediaType: 'text/markdown',
  role: 'derived',
  derivedFrom: [],
  tool: 'affiant',
  bytes: utf8(markdown),
});
