import { createCustodyRepository } from '../adapters/custody/custody-repository.ts';
import { createDeletionRepository } from '../adapters/custody/deletion-repository.ts';
import { createMonitorTraces } from '../adapters/monitor-records/monitor-traces.ts';
import { createWebhookTraces } from '../adapters/webhook/webhook-traces.ts';
import { systemClock } from '../core/clock.ts';
import { CustodyService } from '../domain/custody/custody-service.ts';
import { DeletionService } from '../domain/deletion/deletion-service.ts';
import type { DerivedData } from '../domain/deletion/port.ts';
import type { Storage } from './storage.ts';

/** Custody and deletion over a storage. `cache` is what else holds something of a bundle. */
export function openCustody(
  { database, store, signing, files, monitorFiles, idempotency }: Storage,
  cache: DerivedData,
): { custody: CustodyService; deletions: DeletionService } {
  const parts = { store, signer: signing.signer, keys: signing.directory, clock: systemClock };
  const jobInputs: DerivedData = {
    async purge({ jobId }) {
      if (jobId !== null) await files.remove(jobId);
    },
  };
  return {
    custody: new CustodyService({ repository: createCustodyRepository(database), ...parts }),
    deletions: new DeletionService({
      repository: createDeletionRepository(database),
      derived: [
        cache,
        jobInputs,
        createMonitorTraces(database, monitorFiles),
        createWebhookTraces(database),
        idempotency,
      ],
      ...parts,
    }),
  };
}
