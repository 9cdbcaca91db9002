import { createCheckpointRepository } from '../adapters/log-tree/checkpoint-repository.ts';
import { createLogEntries } from '../adapters/log-tree/log-entries.ts';
import { openLogSigner } from '../adapters/log-tree/log-identity.ts';
import { createSqlLogTree } from '../adapters/log-tree/sql-log-tree.ts';
import { createWitnessClient } from '../adapters/witness/witness-client.ts';
import { systemClock } from '../core/clock.ts';
import { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import type { Witness } from '../domain/checkpoint/port.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import type { Configuration } from './configuration.ts';
import type { KeySecrets } from './key-secrets.ts';
import type { Storage } from './storage.ts';

export interface CheckpointingOptions {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly secrets: KeySecrets;
  readonly witnesses: readonly Witness[];
  /** Names the log at the very first start. */
  readonly baseUrl: string;
  readonly fetcher: GuardedFetcher;
}

/** The log with its signer and its witnesses. */
export async function openCheckpointService(options: CheckpointingOptions): Promise<CheckpointService> {
  const { storage, configuration, secrets, witnesses, baseUrl, fetcher } = options;
  const { database } = storage;
  const signer = await openLogSigner({
    dataDir: configuration.AFFIANT_DATA_DIR,
    database,
    baseUrl,
    logOrigin: configuration.AFFIANT_LOG_ORIGIN ?? null,
    logKey: secrets.logKey,
    passphrase: secrets.passphrase,
  });
  return new CheckpointService({
    repository: createCheckpointRepository(database),
    tree: createSqlLogTree(database),
    entries: createLogEntries(database),
    signer,
    witnesses,
    witnessClient: createWitnessClient(fetcher),
    clock: systemClock,
  });
}
