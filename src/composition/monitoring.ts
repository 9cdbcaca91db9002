import { createAddressGuard } from '../adapters/egress/address-guard.ts';
import { createEpochRepository } from '../adapters/monitor-records/epoch-repository.ts';
import { createMonitorRepository } from '../adapters/monitor-records/monitor-repository.ts';
import { systemClock } from '../core/clock.ts';
import type { ExtractService } from '../domain/capture/extract-service.ts';
import type { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import type { PageLooker } from '../domain/monitor/look.ts';
import { MonitorService } from '../domain/monitor/monitor-service.ts';
import { CheckRunner } from '../domain/monitor-check/check-runner.ts';
import { MonitorSealer } from '../domain/monitor-check/monitor-sealer.ts';
import { MonitorWorker } from '../domain/monitor-check/monitor-worker.ts';
import { startMonitoring } from '../domain/monitor-check/start-monitoring.ts';
import { closeEpochs } from '../domain/monitor-evidence/epoch-closer.ts';
import { MonitorEvidence } from '../domain/monitor-evidence/evidence.ts';
import type { Configuration } from './configuration.ts';
import type { Storage } from './storage.ts';

export interface MonitoringOptions {
  readonly storage: Storage;
  readonly extracts: ExtractService;
  readonly checkpoints: CheckpointService;
  readonly looker: PageLooker;
  readonly configuration: Configuration;
}

/** Everything about watched pages. */
export interface Monitoring {
  readonly services: { readonly monitors: MonitorService; readonly monitorEvidence: MonitorEvidence };
  /** Put the days that are over into the log. @returns what went wrong. */
  closeEpochs(signal: AbortSignal): Promise<readonly unknown[]>;
  /** Do checks until stopped. */
  start(onError: (error: unknown) => void): Promise<{ stop(): Promise<void> }>;
}

/** A look is mostly waiting for a server; the browser has its own limit. */
const CHECKS_AT_A_TIME = 8;

/** Monitors over a storage. */
export function openMonitoring({
  storage,
  extracts,
  checkpoints,
  looker,
  configuration,
}: MonitoringOptions): Monitoring {
  const { database, monitorFiles: files, jobs, bundles, jobSecret: secretKey } = storage;
  const clock = systemClock;
  const repository = createMonitorRepository(database, { clock, secretKey });
  const epochs = createEpochRepository(database);
  const runner = new CheckRunner({
    repository,
    files,
    looker,
    sealer: new MonitorSealer({ extracts, jobs, bundles }),
    clock,
    confirmAfterMs: configuration.AFFIANT_MONITOR_CONFIRM_SECONDS * 1000,
    chance: Math.random,
  });
  const addresses = createAddressGuard({ networks: configuration.allowNetworks });
  return {
    services: {
      monitors: new MonitorService({ repository, files, filters: looker, addresses, clock }),
      monitorEvidence: new MonitorEvidence({ repository, epochs, checkpoints }),
    },
    closeEpochs: (signal) => closeEpochs(epochs, clock, signal),
    async start(onError) {
      // Whoever holds the embedded database is alone: what is held belongs to a dead process.
      if (database.kind === 'pglite') await repository.releaseAll();
      // A process that died between the two removals of a monitor left its files.
      for (const gone of await repository.gone(await files.monitorIds())) await files.removeAll(gone);
      const concurrency = CHECKS_AT_A_TIME;
      return startMonitoring(new MonitorWorker({ repository, runner, clock, concurrency, onError }), onError);
    },
  };
}
