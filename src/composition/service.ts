import { readFile } from 'node:fs/promises';
import { release, type } from 'node:os';
import { zipArchiveWriter } from '../adapters/archive/zip-writer.ts';
import { createJobWorker } from '../adapters/jobs/job-worker.ts';
import { createAuditLog, type Logger } from '../adapters/log/logger.ts';
import { createMemoryRateLimiter } from '../adapters/rate-limit/memory-rate-limiter.ts';
import { systemClock } from '../core/clock.ts';
import { BundleService } from '../domain/bundle/bundle-service.ts';
import { Publisher } from '../domain/bundle/publisher.ts';
import { createSealRefresher } from '../domain/bundle/seal-refresher.ts';
import { ExtractService } from '../domain/capture/extract-service.ts';
import type { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import { startCheckpointing } from '../domain/checkpoint/start-checkpointing.ts';
import type { JobWorker } from '../domain/job/port.ts';
import { VerificationService } from '../domain/verification/verification-service.ts';
import { createApiKeyAuthenticator } from '../operation/api-key-authenticator.ts';
import { type Catalogue, loadCatalogue } from '../operation/catalogue.ts';
import { Pipeline } from '../operation/pipeline.ts';
import type { Services } from '../operation/services.ts';
import { unchargedCashier } from '../operation/uncharged.ts';
import { type Capturing, captureConcurrency, openCapturing } from './capturing.ts';
import { openCheckpointService } from './checkpointing.ts';
import type { Configuration } from './configuration.ts';
import { projectPath } from './project-path.ts';
import { openStorage, type Storage, type StorageOptions } from './storage.ts';
import { startSweeping } from './sweeping.ts';
import { VERSION } from './version.ts';

export interface ServiceOptions {
  readonly configuration: Configuration;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of links, without trailing slash. */
  readonly baseUrl: string;
  readonly logger: Logger;
  /** Whether this process works on jobs. */
  readonly works: boolean;
}

/** The whole service but its faces. */
export interface Service {
  readonly catalogue: Catalogue;
  readonly pipeline: Pipeline;
  readonly storage: Storage;
  /** Stop taking work, let what runs end (at most `graceMs`), close everything. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULT_GRACE_MS = 20_000;

/** Join adapters, services and pipeline. What a failed start opened is closed again. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { configuration, env, baseUrl, logger, works } = options;
  const onError = (error: unknown) => logger.error({ error }, 'background fault');
  let graceMs = DEFAULT_GRACE_MS;
  await using opening = new AsyncDisposableStack();
  const [catalogue, storage, capturing] = await Promise.all([
    loadCatalogue(projectPath('tools')),
    openStorage(storageOptions(configuration, onError)).then((opened) => closing(opening, opened)),
    openCapturing(configuration, env).then((opened) => closing(opening, opened)),
  ]);
  const { fetcher } = capturing;
  const checkpoints = await openCheckpointService({ storage, configuration, baseUrl, fetcher });
  const { services, extracts } = await joinServices({ storage, capturing, checkpoints, configuration });
  const seconds = configuration.AFFIANT_SWEEP_SECONDS;
  const stopSweeping = startSweeping(() => storage.idempotency.sweep(), { seconds, onError });
  opening.defer(async () => stopSweeping());
  if (works) {
    const minutes = configuration.AFFIANT_CHECKPOINT_MINUTES;
    const rounds = startCheckpointing({ service: checkpoints, minutes, onError });
    opening.defer(() => rounds.stop());
    const worker = await startWorker(storage, extracts, { configuration, onError });
    opening.defer(() => worker.drain(graceMs));
  }
  const pipeline = createPipeline({ catalogue, services, storage }, options);
  const opened = opening.move();
  return {
    catalogue,
    pipeline,
    storage,
    async close(grace = DEFAULT_GRACE_MS) {
      graceMs = grace;
      await opened.disposeAsync();
    },
  };
}

const storageOptions = (configuration: Configuration, onError: (error: unknown) => void): StorageOptions => ({
  dataDir: configuration.AFFIANT_DATA_DIR,
  databaseUrl: configuration.DATABASE_URL ?? null,
  signingKey: configuration.AFFIANT_SIGNING_KEY ?? null,
  onError,
});

/** Has the stack close what was opened. */
const closing = <T extends { close(): Promise<void> }>(stack: AsyncDisposableStack, opened: T): T =>
  stack.adopt(opened, (part) => part.close());

const createPipeline = (
  { catalogue, services, storage }: { catalogue: Catalogue; services: Services; storage: Storage },
  { configuration, logger, baseUrl }: ServiceOptions,
): Pipeline =>
  new Pipeline({
    catalogue,
    services,
    authenticator: createApiKeyAuthenticator(storage.apiKeys),
    rateLimiter: createMemoryRateLimiter(configuration.AFFIANT_RATE_LIMIT_PER_MINUTE),
    idempotency: storage.idempotency,
    cashier: unchargedCashier,
    audit: createAuditLog(logger),
    baseUrl,
  });

interface JoinOptions {
  readonly storage: Storage;
  readonly capturing: Capturing;
  readonly checkpoints: CheckpointService;
  readonly configuration: Configuration;
}

async function joinServices({
  storage,
  capturing: { capturer },
  checkpoints,
  configuration,
}: JoinOptions): Promise<{ services: Services; extracts: ExtractService }> {
  const { bundles: repository, store, signing, jobs, files } = storage;
  const bundles = new BundleService({
    repository,
    store,
    archives: zipArchiveWriter,
    seals: createSealRefresher({ store, checkpoints }),
  });
  const publisher = new Publisher({
    store,
    repository,
    signer: signing.signer,
    keys: signing.directory,
    log: checkpoints.publicKey(),
    clock: systemClock,
    software: {
      service: 'affiant',
      version: VERSION,
      node: process.versions.node,
      os: `${type()} ${release()}`,
    },
    verifier: {
      readme: await readFile(projectPath('resources/verify/README.md')),
      program: await readFile(projectPath('resources/verify/verify.mjs')),
    },
  });
  const extracts = new ExtractService({
    capturer,
    publisher,
    jobs,
    files,
    bundles: repository,
    clock: systemClock,
    secretKey: storage.jobSecret,
    maxUploadBytes: configuration.AFFIANT_MAX_UPLOAD_BYTES,
  });
  const verification = new VerificationService({ bundles, keys: signing.directory, clock: systemClock });
  return {
    services: { extracts, bundles, verification, checkpoints, jobs, keys: signing.directory },
    extracts,
  };
}

interface WorkerOptions {
  readonly configuration: Configuration;
  readonly onError: (error: unknown) => void;
}

async function startWorker(
  storage: Storage,
  extracts: ExtractService,
  { configuration, onError }: WorkerOptions,
): Promise<JobWorker> {
  const { database, queue, jobs, files } = storage;
  const concurrency = captureConcurrency(configuration);
  const worker = createJobWorker({ database, queue, jobs, files, concurrency, onError });
  await worker.start(extracts.run);
  return worker;
}
