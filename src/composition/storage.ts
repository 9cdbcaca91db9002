import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createApiKeyRepository } from '../adapters/database/api-key-repository.ts';
import { createBundleRepository } from '../adapters/database/bundle-repository.ts';
import { cacheApiKeys } from '../adapters/database/cached-api-keys.ts';
import { cacheBundles } from '../adapters/database/cached-bundles.ts';
import { type Database, openDatabase } from '../adapters/database/database.ts';
import { sweepOrphans } from '../adapters/database/sweep-orphans.ts';
import {
  createIdempotencyRepository,
  type StoredIdempotency,
} from '../adapters/idempotency/idempotency-repository.ts';
import { createJobRepository } from '../adapters/jobs/job-repository.ts';
import { type JobQueue, openJobQueue } from '../adapters/jobs/queue.ts';
import { readOrCreateSecret } from '../adapters/keys/job-secret.ts';
import { openSigningKeys, type SigningKeys } from '../adapters/keys/signing-keys.ts';
import { createChargeRepository } from '../adapters/payment/charge-repository.ts';
import { prepareDataFolder } from '../adapters/store/data-folder.ts';
import { createFileBundleStore } from '../adapters/store/file-bundle-store.ts';
import { createFileJobFiles, type FileJobFiles } from '../adapters/store/file-job-files.ts';
import { createFileMonitorFiles } from '../adapters/store/file-monitor-files.ts';
import { systemClock } from '../core/clock.ts';
import type { ApiKeyRepository } from '../domain/account/port.ts';
import type { BundleRepository, BundleStore } from '../domain/bundle/port.ts';
import { isEnded } from '../domain/job/job.ts';
import type { JobRepository } from '../domain/job/port.ts';
import type { MonitorFiles } from '../domain/monitor/port.ts';
import type { ChargeRepository } from '../domain/payment/port.ts';

export interface StorageOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly signingKey: string | null;
  /** Encrypts the key files; null leaves them as they are. */
  readonly passphrase: string | null;
  readonly onError: (error: unknown) => void;
}

/** Everything that keeps something. */
export interface Storage {
  readonly database: Database;
  readonly apiKeys: ApiKeyRepository;
  readonly bundles: BundleRepository;
  readonly store: BundleStore;
  readonly queue: JobQueue;
  readonly jobs: JobRepository;
  readonly files: FileJobFiles;
  readonly monitorFiles: MonitorFiles;
  readonly idempotency: StoredIdempotency;
  readonly charges: ChargeRepository;
  readonly signing: SigningKeys;
  /** Encrypts source headers of waiting jobs, and what webhooks hold, 32 bytes. */
  readonly jobSecret: Uint8Array;
  close(): Promise<void>;
}

/** Open database, store, queue and keys. What dead processes left half done is swept. */
export async function openStorage({
  dataDir,
  databaseUrl,
  signingKey,
  passphrase,
  onError,
}: StorageOptions): Promise<Storage> {
  const folders = await prepareDataFolder(dataDir, databaseUrl !== null);
  const opened: { close(): Promise<void> }[] = [];
  try {
    const database = await openDatabase({ dataDir, databaseUrl, onError });
    opened.unshift(database);
    const queue = await openJobQueue(database, onError);
    opened.unshift(queue);
    const store = createFileBundleStore(folders);
    await sweepOrphans({ database, store, folders, onError });
    const jobs = createJobRepository({ database, queue, store });
    const files = createFileJobFiles(folders);
    await files.sweep(async (jobId) => {
      const job = await jobs.find(jobId);
      return job !== null && !isEnded(job.status);
    });
    const idempotency = createIdempotencyRepository({
      database,
      folder: folders.answers,
      staging: folders.staging,
      clock: systemClock,
    });
    await idempotency.recover();
    const signing = await openSigningKeys({ dataDir, signingKey, passphrase, database });
    opened.unshift(signing);
    return {
      database,
      apiKeys: cacheApiKeys(createApiKeyRepository(database), {
        // Whoever holds the embedded database is its only process.
        ttlMs: database.kind === 'pglite' ? Number.POSITIVE_INFINITY : 1000,
        clock: systemClock,
      }),
      bundles: await cacheBundles(createBundleRepository(database), database),
      store,
      queue,
      jobs,
      files,
      monitorFiles: createFileMonitorFiles(folders),
      idempotency,
      charges: createChargeRepository(database, systemClock),
      signing,
      jobSecret: await readOrCreateSecret(join(dataDir, 'keys', 'job-secret.key'), () => randomBytes(32)),
      close: () => closeAll(opened),
    };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** Close in the given order, which is the reverse of opening. */
async function closeAll(opened: readonly { close(): Promise<void> }[]): Promise<void> {
  for (const part of opened) await part.close();
}
