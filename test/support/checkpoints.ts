import type { Database } from '../../src/adapters/database/database.ts';
import { createGuardedFetcher } from '../../src/adapters/egress/guarded-fetch.ts';
import { createCheckpointRepository } from '../../src/adapters/log-tree/checkpoint-repository.ts';
import { createLogEntries } from '../../src/adapters/log-tree/log-entries.ts';
import { createSqlLogTree } from '../../src/adapters/log-tree/sql-log-tree.ts';
import { createWitnessClient } from '../../src/adapters/witness/witness-client.ts';
import { systemClock } from '../../src/core/clock.ts';
import { CheckpointService } from '../../src/domain/checkpoint/checkpoint-service.ts';
import { createLogSigner } from '../../src/domain/checkpoint/log-signer.ts';
import type { Witness } from '../../src/domain/checkpoint/port.ts';

/** Signs for the log of a test. */
export const testLogSigner = createLogSigner('log.example/log', new Uint8Array(32).fill(2));

/** The real service over a database; its witnesses may live on loopback. */
export const openCheckpoints = (database: Database, witnesses: readonly Witness[] = []): CheckpointService =>
  new CheckpointService({
    repository: createCheckpointRepository(database),
    tree: createSqlLogTree(database),
    entries: createLogEntries(database),
    signer: testLogSigner,
    witnesses,
    witnessClient: createWitnessClient(
      createGuardedFetcher({ networks: [{ cidr: '127.0.0.0/8', port: null }] }),
    ),
    clock: systemClock,
  });
