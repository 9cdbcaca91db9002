import { readFile } from 'node:fs/promises';
import { release, type } from 'node:os';
import { createArchiveVerifier } from '../adapters/archive/archive-verifier.ts';
import { zipArchiveWriter } from '../adapters/archive/zip-writer.ts';
import { createAuditLog, type Logger } from '../adapters/log/logger.ts';
import { createJobPayments } from '../adapters/payment/job-payments.ts';
import { systemClock } from '../core/clock.ts';
import type { Plans } from '../domain/account/plan.ts';
import { BundleService } from '../domain/bundle/bundle-service.ts';
import { Publisher } from '../domain/bundle/publisher.ts';
import { createSealRefresher } from '../domain/bundle/seal-refresher.ts';
import { ExtractService } from '../domain/capture/extract-service.ts';
import type { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import type { Witness } from '../domain/checkpoint/port.ts';
import { startCheckpointing } from '../domain/checkpoint/start-checkpointing.ts';
import { parseWitnesses } from '../domain/checkpoint/witness-list.ts';
import { type SweepTask, startSweeper } from '../domain/deletion/start-sweeper.ts';
import { JobService } from '../domain/job/job-service.ts';
import { parseNoteKey } from '../domain/note/note-key.ts';
import type { SignInService } from '../domain/sign-in/sign-in-service.ts';
import { createArchiveVerification } from '../domain/verification/archive-verification.ts';
import type { ArchiveVerifier } from '../domain/verification/port.ts';
import { VerificationService } from '../domain/verification/verification-service.ts';
import { createAuthenticator } from '../operation/authenticator.ts';
import { type Catalogue, loadCatalogue } from '../operation/catalogue.ts';
import { Pipeline } from '../operation/pipeline.ts';
import { listPrices } from '../operation/price-list.ts';
import type { Services } from '../operation/services.ts';
import { type Accounting, openAccounting } from './accounting.ts';
import { type Capturing, captureConcurrency, openCapturing } from './capturing.ts';
import { openCheckpointService } from './checkpointing.ts';
import type { Configuration } from './configuration.ts';
import { openCustody } from './custody.ts';
import { startJobWorker } from './job-worker.ts';
import { type KeySecrets, readKeySecrets } from './key-secrets.ts';
import { projectPath } from './project-path.ts';
import { openSignIns } from './signing-in.ts';
import { openStorage, type Storage, type StorageOptions } from './storage.ts';
import { openTimestamping, type Timestamping } from './timestamping.ts';
import { VERSION } from './version.ts';
import { openWalletPayments, type WalletPayments } from './wallet-payments.ts';
import { type Deliveries, openWebhooks } from './webhooks.ts';
import { createWithdrawal } from './withdrawal.ts';

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
  readonly plans: Plans;
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
  const loading = loadCatalogue(projectPath('tools'));
  // A failure of the storage is told first; this one is told when it is awaited.
  loading.catch(() => {});
  const capturing = closing(
    opening,
    await openCapturing(configuration, env, (message) => logger.warn(message)),
  );
  const secrets = await readKeySecrets(configuration);
  // Closed before the capturing: jobs beyond the grace go back to the queue instead of failing with their browser.
  const storage = closing(opening, await openStorage(storageOptions(configuration, secrets, onError)));
  const catalogue = await loading;
  const { fetcher } = capturing;
  const witnesses = parseWitnesses(configuration.AFFIANT_WITNESS_URLS ?? '');
  const log = { storage, configuration, secrets, witnesses, baseUrl, fetcher };
  const checkpoints = await openCheckpointService(log);
  const accounting = await openAccounting({ storage, configuration, baseUrl, fetcher });
  const signIns = await openSignIns({ storage, configuration, baseUrl, fetcher });
  const timestamping = await openTimestamping({ storage, configuration, fetcher });
  const archiveVerifier = closing(opening, createArchiveVerifier());
  const joined = await joinServices({
    storage,
    capturing,
    checkpoints,
    witnesses,
    timestamping,
    archiveVerifier,
    configuration,
  });
  const { service: webhooks, deliveries } = openWebhooks({ storage, configuration, fetcher });
  const services = { ...joined, ...accounting.services, webhooks, prices: listPrices(catalogue) };
  const payments = await openWalletPayments({
    storage,
    configuration,
    fetcher,
    withdraw: createWithdrawal(catalogue, services),
    warn: (message) => logger.warn(message),
  });
  const parts = { catalogue, services, storage, accounting, payments, signIns };
  const background = { ...parts, timestamping, deliveries, configuration, onError };
  if (works) await startBackground(opening, background, () => graceMs);
  const pipeline = createPipeline(parts, options);
  const opened = opening.move();
  return {
    catalogue,
    pipeline,
    storage,
    plans: accounting.services.plans,
    async close(grace = DEFAULT_GRACE_MS) {
      graceMs = grace;
      await opened.disposeAsync();
    },
  };
}

interface BackgroundParts {
  readonly storage: Storage;
  readonly services: Services;
  readonly accounting: Accounting;
  readonly payments: WalletPayments | null;
  readonly signIns: SignInService | null;
  readonly timestamping: Timestamping;
  readonly deliveries: Deliveries;
  readonly configuration: Configuration;
  readonly onError: (error: unknown) => void;
}

/** A sweep that throws what goes wrong, instead of listing it. */
const silent =
  (sweep: () => Promise<void>): SweepTask =>
  async () => {
    await sweep();
    return [];
  };

/** What runs beside the calls: sweeps, checkpoints, timestamps, and the work on jobs. */
async function startBackground(
  opening: AsyncDisposableStack,
  { storage, services, accounting, payments, signIns, deliveries, ...options }: BackgroundParts,
  graceMs: () => number,
): Promise<void> {
  const { timestamping, configuration, onError } = options;
  const { custody, deletions, checkpoints, extracts } = services;
  const sweeper = startSweeper({
    tasks: [
      (signal) => custody.recordHolds(signal),
      (signal) => deletions.sweep(signal),
      silent(() => storage.idempotency.sweep()),
      silent(() => accounting.sweep()),
      silent(() => deliveries.sweep()),
      async () => (await payments?.sweep()) ?? [],
      silent(async () => signIns?.sweep()),
    ],
    seconds: configuration.AFFIANT_SWEEP_SECONDS,
    onError,
  });
  opening.defer(() => sweeper.stop());
  const settling = payments?.start(onError);
  opening.defer(async () => settling?.stop());
  const minutes = configuration.AFFIANT_CHECKPOINT_MINUTES;
  const rounds = startCheckpointing({ service: checkpoints, minutes, onError });
  opening.defer(() => rounds.stop());
  const stamping = timestamping.start(onError);
  opening.defer(() => stamping.stop());
  const delivering = deliveries.start(onError);
  opening.defer(() => delivering.stop(graceMs()));
  const concurrency = captureConcurrency(configuration);
  const worker = await startJobWorker(storage, { works: { extract: extracts.work }, concurrency, onError });
  opening.defer(() => worker.drain(graceMs()));
}

const storageOptions = (
  configuration: Configuration,
  secrets: KeySecrets,
  onError: (error: unknown) => void,
): StorageOptions => ({
  dataDir: configuration.AFFIANT_DATA_DIR,
  databaseUrl: configuration.DATABASE_URL ?? null,
  ...secrets,
  onError,
});

/** Has the stack close what was opened. */
const closing = <T extends { close(): Promise<void> }>(stack: AsyncDisposableStack, opened: T): T =>
  stack.adopt(opened, (part) => part.close());

interface CallParts {
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly storage: Storage;
  readonly accounting: Accounting;
  readonly payments: WalletPayments | null;
  readonly signIns: SignInService | null;
}

const createPipeline = (
  { catalogue, services, storage, accounting, payments, signIns }: CallParts,
  { logger, baseUrl }: ServiceOptions,
): Pipeline =>
  new Pipeline({
    catalogue,
    services,
    authenticator: createAuthenticator({ keys: storage.apiKeys, signIns }),
    rateLimiter: accounting.rateLimiter,
    idempotency: storage.idempotency,
    cashier: accounting.cashier,
    wallets: payments?.cashier ?? null,
    audit: createAuditLog(logger),
    baseUrl,
  });

interface JoinOptions {
  readonly storage: Storage;
  readonly capturing: Capturing;
  readonly checkpoints: CheckpointService;
  readonly witnesses: readonly Witness[];
  readonly timestamping: Timestamping;
  readonly archiveVerifier: ArchiveVerifier;
  readonly configuration: Configuration;
}

async function joinServices({
  storage,
  capturing: { capturer },
  checkpoints,
  witnesses,
  timestamping,
  archiveVerifier,
  configuration,
}: JoinOptions): Promise<Omit<Services, keyof Accounting['services'] | 'prices' | 'webhooks'>> {
  const { bundles: repository, store, signing, files } = storage;
  const bundles = new BundleService({
    repository,
    store,
    archives: zipArchiveWriter,
    seals: createSealRefresher({ store, checkpoints, witnesses: witnesses.length }),
  });
  const { custody, deletions } = openCustody(storage, bundles);
  const publisher = new Publisher({
    store,
    repository,
    signer: signing.signer,
    keys: signing.directory,
    log: checkpoints.publicKey(),
    recordHold: (ownerId, bundleId) => custody.recordHold(ownerId, bundleId),
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
    jobs: storage.jobs,
    files,
    bundles: repository,
    clock: systemClock,
    secretKey: storage.jobSecret,
    maxUploadBytes: configuration.AFFIANT_MAX_UPLOAD_BYTES,
  });
  const seals = {
    log: parseNoteKey(checkpoints.publicKey().vkey),
    witnesses: witnesses.map(({ key }) => key),
    timestampRoots: timestamping.roots,
  };
  const verification = new VerificationService({
    bundles,
    keys: signing.directory,
    custodyHead: (bundleId) => custody.knownHead(bundleId),
    seals,
    clock: systemClock,
  });
  const archives = createArchiveVerification({
    verifier: archiveVerifier,
    ownTrust: async () => ({ ...seals, trusted: await signing.directory.list() }),
    clock: systemClock,
  });
  const keys = signing.directory;
  const jobs = new JobService(storage.jobs, files, createJobPayments(storage.database));
  return { extracts, bundles, verification, archives, custody, deletions, checkpoints, jobs, keys };
}
