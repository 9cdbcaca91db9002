import { mkdir } from 'node:fs/promises';
import { createApiKeyRepository } from '../adapters/database/api-key-repository.ts';
import { type Database, openDatabase } from '../adapters/database/database.ts';
import { callControl } from '../adapters/lock/call-control.ts';
import { listenControl } from '../adapters/lock/listen-control.ts';
import { controlSocketPath } from '../adapters/lock/socket-path.ts';
import { createChargeRepository } from '../adapters/payment/charge-repository.ts';
import { type Configuration, readConfiguration } from '../composition/configuration.ts';
import type { ControlMethods } from '../composition/locked-service.ts';
import { readPlans } from '../composition/plans-file.ts';
import type { Service } from '../composition/service.ts';
import { systemClock } from '../core/clock.ts';
import { type Administration, type ApiKeyRow, createAdministration } from './administration.ts';
import type { LedgerPage, LedgerRow } from './ledger-rows.ts';
import type { CommandContext } from './terminal.ts';

/**
 * Ask the service that holds the embedded database of this data folder.
 *
 * @returns null when none runs, or when the database is a server that everybody may open.
 */
export async function findRunningService(configuration: Configuration): Promise<RunningService | null> {
  if (configuration.DATABASE_URL) return null;
  await mkdir(configuration.AFFIANT_DATA_DIR, { recursive: true, mode: 0o700 });
  const path = await controlSocketPath(configuration.AFFIANT_DATA_DIR);
  const probe = await callControl(path, { method: 'pid', params: null });
  if (!probe.isServed) return null;
  return {
    pid: Number(probe.result),
    async call(method, params) {
      const answer = await callControl(path, { method, params, timeoutMs: CALL_TIMEOUT_MS });
      if (!answer.isServed) throw new Error('the running service ended meanwhile; run the command again');
      return answer.result;
    },
  };
}

/** A running `affiant serve`, reached by the socket in its data folder. */
export interface RunningService {
  readonly pid: number;
  call(method: string, params: unknown): Promise<unknown>;
}

/** As long as the longest call: a verification of a very large bundle. */
const CALL_TIMEOUT_MS = 10 * 60_000;

/** Run `work` as the operator: through the running service, or straight on the database. */
export async function withAdministration<T>(
  { terminal }: CommandContext,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const configuration = readConfiguration(terminal.env);
  const running = await findRunningService(configuration);
  if (running) return work(remoteAdministration(running));
  const plans = await readPlans(configuration.AFFIANT_DATA_DIR);
  return withDatabase(configuration, (database) =>
    work(
      createAdministration({
        keys: createApiKeyRepository(database),
        charges: createChargeRepository(database, systemClock),
        plans,
        now: () => new Date(),
      }),
    ),
  );
}

/** Methods by which a running service answers {@link remoteAdministration}. */
export const administrationMethods: ControlMethods = {
  'apikeys.create': (service, input) =>
    administrationOf(service).create(input as Parameters<Administration['create']>[0]),
  'apikeys.list': (service) => administrationOf(service).list(),
  'apikeys.setState': (service, input) =>
    administrationOf(service).setState(input as Parameters<Administration['setState']>[0]),
  'ledger.page': (service, page) => administrationOf(service).readLedgerPage(page as LedgerPage),
};

const administrationOf = ({ storage, plans }: Service): Administration =>
  createAdministration({ keys: storage.apiKeys, charges: storage.charges, plans, now: () => new Date() });

function remoteAdministration(running: RunningService): Administration {
  return {
    create: async (input) =>
      (await running.call('apikeys.create', input)) as { id: string; key: string; plan: string },
    list: async () => (await running.call('apikeys.list', null)) as ApiKeyRow[],
    setState: async (input) => (await running.call('apikeys.setState', input)) as ApiKeyRow,
    readLedgerPage: async (page) => (await running.call('ledger.page', page)) as LedgerRow[],
  };
}

/** Run `work` on the database of a data folder that no service uses, or on a server. */
export async function withDatabase<T>(
  configuration: Configuration,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const dataDir = configuration.AFFIANT_DATA_DIR;
  const lock = configuration.DATABASE_URL
    ? null
    : await listenControl({ path: await controlSocketPath(dataDir), handlers: {} });
  try {
    const database = await openDatabase({
      dataDir,
      databaseUrl: configuration.DATABASE_URL ?? null,
      onError: () => {},
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await lock?.close();
  }
}
