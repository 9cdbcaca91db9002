import { randomBytes } from 'node:crypto';
import { utf8 } from '../../../src/core/bytes.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { BundleStore, StagedBundle } from '../../../src/domain/bundle/port.ts';
import type { CapturedArtifact } from '../../../src/domain/capture/artifact.ts';
import { type SealedBundle, sealBundle } from '../../../src/domain/manifest/seal.ts';
import { createLocalSigner } from '../../../src/domain/signing/local-signer.ts';
import { GOLDEN_CAPTURE, GOLDEN_INPUT, GOLDEN_KEY, GOLDEN_KEY_RECORD } from '../../golden/golden-bundle.ts';

const MIB = 1024 * 1024;
const PART_MIB = 25;

/**
 * Seal a bundle with the golden key into the store, not yet published.
 *
 * @param bundle `mebibytes` is the size of its binary artifacts together; a text of 1 MiB is added.
 */
export async function stageLargeBundle(
  store: BundleStore,
  { bundleId, mebibytes }: { readonly bundleId: string; readonly mebibytes: number },
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
  const signer = createLocalSigner({ privateKey: GOLDEN_KEY, keyId: GOLDEN_KEY_RECORD.key_id });
  const staged = await store.stage(bundleId);
  const sealed = await sealBundle(
    { ...GOLDEN_INPUT, bundleId, capture },
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
