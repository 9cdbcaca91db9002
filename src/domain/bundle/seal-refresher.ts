import { utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { CheckpointService } from '../checkpoint/checkpoint-service.ts';
import type { BundleRecord } from './bundle.ts';
import type { BundleStore } from './port.ts';

/** Brings the seals of a bundle up to date before it is read as a whole. */
export interface SealRefresher {
  refresh(record: BundleRecord): Promise<void>;
}

const LOG_PROOF = 'seals/log-proof.txt';

/**
 * Adds the proof that a bundle stands in the log, once a signed checkpoint covers it.
 *
 * Written when somebody asks for the whole bundle, not at each checkpoint: most bundles are never downloaded.
 */
export function createSealRefresher({
  store,
  checkpoints,
}: {
  store: BundleStore;
  checkpoints: CheckpointService;
}): SealRefresher {
  return {
    async refresh({ ownerId, bundleId }) {
      const entries = await (await store.open(bundleId))?.list();
      if (!entries || entries.some(({ path }) => path === LOG_PROOF)) return;
      const proof = await proofIfCovered(checkpoints, { ownerId, bundleId });
      if (proof !== null) await store.writeSeal(bundleId, LOG_PROOF, utf8(proof));
    },
  };
}

async function proofIfCovered(
  checkpoints: CheckpointService,
  ref: { ownerId: string; bundleId: string },
): Promise<string | null> {
  try {
    return await checkpoints.logProof(ref);
  } catch (error) {
    if (error instanceof EvidenceError && error.code === 'NOT_IN_CHECKPOINT') return null;
    throw error;
  }
}
