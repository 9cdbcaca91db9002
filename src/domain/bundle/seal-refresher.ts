import { fromUtf8, toHex, utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { CheckpointService } from '../checkpoint/checkpoint-service.ts';
import { MAX_PROOF_LENGTH, parseLogProof } from '../checkpoint/log-proof.ts';
import { parseNote } from '../note/note.ts';
import type { BundleRecord } from './bundle.ts';
import type { BundleReader, BundleStore } from './port.ts';
import { readWhole } from './read-whole.ts';

/** Brings the seals of a bundle up to date before it is read as a whole. */
export interface SealRefresher {
  refresh(record: BundleRecord): Promise<void>;
}

const LOG_PROOF = 'seals/log-proof.txt';

/** What seals are refreshed with. */
export interface SealRefresherParts {
  readonly store: Pick<BundleStore, 'open' | 'writeSeal'>;
  readonly checkpoints: Pick<CheckpointService, 'logProof'>;
  /** Number of witnesses that are asked to cosign. */
  readonly witnesses: number;
}

/**
 * Adds the proof that a bundle stands in the log, once a signed checkpoint covers it, and again while witnesses
 * are missing from it and a newer proof has more of them.
 *
 * Written when somebody asks for the whole bundle, not at each checkpoint: most bundles are never downloaded.
 */
export function createSealRefresher({ store, checkpoints, witnesses }: SealRefresherParts): SealRefresher {
  return {
    async refresh({ ownerId, bundleId }) {
      const reader = await store.open(bundleId);
      if (!reader) return;
      const stored = await countStored(reader);
      // One signature is the log's own.
      if (stored > witnesses) return;
      const proof = await proofIfCovered(checkpoints, { ownerId, bundleId });
      if (proof !== null && countSignatures(proof) > stored)
        await store.writeSeal(bundleId, LOG_PROOF, utf8(proof));
    },
  };
}

/** Signatures in the stored proof; 0 when there is none. A broken one is left for the verifier to judge. */
async function countStored(reader: BundleReader): Promise<number> {
  const isThere = (await reader.list()).some(({ path }) => path === LOG_PROOF);
  if (!isThere) return 0;
  try {
    return countSignatures(fromUtf8(await readWhole(reader.read(LOG_PROOF), MAX_PROOF_LENGTH)));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Signatures on the checkpoint of a proof, one for each key. */
function countSignatures(proof: string): number {
  const { signatures } = parseNote(parseLogProof(proof).note);
  return new Set(signatures.map(({ name, keyId }) => `${name} ${toHex(keyId)}`)).size;
}

async function proofIfCovered(
  checkpoints: SealRefresherParts['checkpoints'],
  ref: { ownerId: string; bundleId: string },
): Promise<string | null> {
  try {
    return await checkpoints.logProof(ref);
  } catch (error) {
    if (error instanceof EvidenceError && error.code === 'NOT_IN_CHECKPOINT') return null;
    throw error;
  }
}
