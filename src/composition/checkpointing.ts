import { createCheckpointRepository } from '../adapters/log-tree/checkpoint-repository.ts';
import { createLogEntries } from '../adapters/log-tree/log-entries.ts';
import { openLogSigner } from '../adapters/log-tree/log-identity.ts';
import { createSqlLogTree } from '../adapters/log-tree/sql-log-tree.ts';
import { createWitnessClient } from '../adapters/witness/witness-client.ts';
import { systemClock } from '../core/clock.ts';
import { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import { parseWitnesses } from '../domain/checkpoint/witness-list.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import type { Configuration } from './configuration.ts';
import { readKeySecrets } from './key-secrets.ts';
import type { Storage } from './storage.ts';

export interface CheckpointingOptions {
  readonly storage: Storage;
  readonly configuration: Configuration;
  /** Names the log at the very first start. */
  readonly baseUrl: string;
  readonly fetcher: GuardedFetcher;
}

/** The log with its signer and its witnesses. */
export async function openCheckpointService(options: CheckpointingOptions): Promise<CheckpointService> {
  const { storage, configuration, baseUrl, fetcher } = options;
  const { database } = storage;
  const { logKey, passphrase } = await readKeySecrets(configuration);
  const signer = await openLogSigner({
    dataDir: configuration.AFFIANT_DATA_DIR,
    database,
    baseUrl,
    logOrigin: configuration.AFFIANT_LOG_ORIGIN ?? null,
    logKey,
    passphrase,
  });
  return new CheckpointService({
    repository: createCheckpointRepository(database),
    tree: createSqlLogTree(database),
    entries: createLogEntries(database),
    signer,
    witnesses: parseWitnesses(configuration.AFFIANT_WITNESS_URLS ?? ''),
    witnessClient: createWitnessClient(fetcher),
    clock: systemClock,
  });
}
