import { readFile } from 'node:fs/promises';
import { release, type } from 'node:os';
import { zipArchiveWriter } from '../adapters/archive/zip-writer.ts';
import { createJobWorker } from '../adapters/jobs/job-worker.ts';
import { createAuditLog, type Logger } from '../adapters/log/logger.ts';
import { createMemoryRateLimiter } from '../adapters/rate-limit/memory-rate-limiter.ts';
import { systemClock } from '../core/clock.ts';
import { BundleService } from '../domain/bundle/bundle-service.ts';
import { Publisher } from '../domain/bundle/publisher.ts';
import { ExtractService } from '../domain/capture/extract-service.ts';
import type { JobWorker } from '../domain/job/port.ts';
import { VerificationService } from '../domain/verification/verification-service.ts';
import { createApiKeyAuthenticator } from '../operation/api-key-authenticator.ts';
import { type Catalogue, loadCatalogue } from '../operation/catalogue.ts';
import { Pipeline } from '../operation/pipeline.ts';
import type { Services } from '../operation/services.ts';
import { unchargedCashier } from '../operation/uncharged.ts';
import { type Capturing, captureConcurrency, openCapturing } from './capturing.ts';
import type { Configuration } from './configuration.ts';
import { projectPath } from './project-path.ts';
import { openStorage, type Storage } from './storage.ts';
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

/** Join adapters, services and pipeline. */
export async function openService({
  configuration,
  env,
  baseUrl,
  logger,
  works,
}: ServiceOptions): Promise<Service> {
  const onError = (error: unknown) => logger.error({ error }, 'background fault');
  const dataDir = configuration.AFFIANT_DATA_DIR;
  const cataloguePromise = loadCatalogue(projectPath('tools'));
  const [storage, capturing] = await Promise.all([
    openStorage({
      dataDir,
      databaseUrl: configuration.DATABASE_URL ?? null,
      signingKey: configuration.AFFIANT_SIGNING_KEY ?? null,
      onError,
    }),
    openCapturing(configuration, env),
  ]);
  const catalogue = await cataloguePromise;
  const { services, extracts } = await joinServices(storage, capturing, configuration);
  const stopSweeping = startSweeping(() => storage.idempotency.sweep(), {
    seconds: configuration.AFFIANT_SWEEP_SECONDS,
    onError,
  });
  const worker = works ? await startWorker(storage, extracts, { configuration, onError }) : null;
  const pipeline = new Pipeline({
    catalogue,
    services,
    authenticator: createApiKeyAuthenticator(storage.apiKeys),
    rateLimiter: createMemoryRateLimiter(configuration.AFFIANT_RATE_LIMIT_PER_MINUTE),
    idempotency: storage.idempotency,
    cashier: unchargedCashier,
    audit: createAuditLog(logger),
    baseUrl,
  });
  return {
    catalogue,
    pipeline,
    storage,
    async close(graceMs = DEFAULT_GRACE_MS) {
      stopSweeping();
      await worker?.drain(graceMs);
      await capturing.close();
      await storage.close();
    },
  };
}

async function joinServices(
  storage: Storage,
  { capturer }: Capturing,
  configuration: Configuration,
): Promise<{ services: Services; extracts: ExtractService }> {
  const { bundles: repository, store, signing, jobs, files } = storage;
  const bundles = new BundleService({ repository, store, archives: zipArchiveWriter });
  const publisher = new Publisher({
    store,
    repository,
    signer: signing.signer,
    keys: signing.directory,
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
  return { services: { extracts, bundles, verification, jobs, keys: signing.directory }, extracts };
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
