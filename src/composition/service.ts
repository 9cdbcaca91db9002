import { createArchiveVerifier } from '../adapters/archive/archive-verifier.ts';
import { createAuditLog, type Logger } from '../adapters/log/logger.ts';
import type { Plans } from '../domain/account/plan.ts';
import { parseWitnesses } from '../domain/checkpoint/witness-list.ts';
import type { SignInService } from '../domain/sign-in/sign-in-service.ts';
import { createAuthenticator } from '../operation/authenticator.ts';
import { type Catalogue, loadCatalogue } from '../operation/catalogue.ts';
import { Pipeline } from '../operation/pipeline.ts';
import { listPrices } from '../operation/price-list.ts';
import type { Services } from '../operation/services.ts';
import { type Accounting, openAccounting } from './accounting.ts';
import { startBackground } from './background.ts';
import { openCapturing } from './capturing.ts';
import { openCheckpointService } from './checkpointing.ts';
import type { Configuration } from './configuration.ts';
import { joinEvidence } from './evidence-services.ts';
import { type KeySecrets, readKeySecrets } from './key-secrets.ts';
import { openMonitoring } from './monitoring.ts';
import { projectPath } from './project-path.ts';
import { openSignIns } from './signing-in.ts';
import { openStorage, type Storage, type StorageOptions } from './storage.ts';
import { openTimestamping } from './timestamping.ts';
import { openWalletPayments, type WalletPayments } from './wallet-payments.ts';
import { openWebhooks } from './webhooks.ts';

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
  const { fetcher, looker } = capturing;
  const witnesses = parseWitnesses(configuration.AFFIANT_WITNESS_URLS ?? '');
  const log = { storage, configuration, secrets, witnesses, baseUrl, fetcher };
  const checkpoints = await openCheckpointService(log);
  const accounting = await openAccounting({ storage, configuration, baseUrl, fetcher });
  const signIns = await openSignIns({ storage, configuration, baseUrl, fetcher });
  const timestamping = await openTimestamping({ storage, configuration, fetcher });
  const archiveVerifier = closing(opening, createArchiveVerifier());
  const verifying = { witnesses, timestamping, archiveVerifier };
  const joined = await joinEvidence({ storage, capturing, checkpoints, configuration, ...verifying });
  const { service: webhooks, deliveries } = openWebhooks({ storage, configuration, fetcher });
  const { extracts } = joined;
  const monitoring = openMonitoring({ storage, extracts, checkpoints, looker, configuration });
  const prices = listPrices(catalogue);
  const services = { ...joined, ...accounting.services, ...monitoring.services, webhooks, prices };
  const selling = { storage, configuration, fetcher, catalogue, services, logger };
  const payments = await openWalletPayments(selling);
  const parts = { catalogue, services, storage, accounting, payments, signIns };
  const background = { ...parts, timestamping, deliveries, monitoring, configuration, onError };
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
