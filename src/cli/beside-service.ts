import { mkdir } from 'node:fs/promises';
import { createApiKeyRepository } from '../adapters/database/api-key-repository.ts';
import { openDatabase } from '../adapters/database/database.ts';
import { callControl } from '../adapters/lock/call-control.ts';
import { listenControl } from '../adapters/lock/listen-control.ts';
import { controlSocketPath } from '../adapters/lock/socket-path.ts';
import { type Configuration, readConfiguration } from '../composition/configuration.ts';
import type { ControlMethods } from '../composition/locked-service.ts';
import type { Service } from '../composition/service.ts';
import { type ApiKeyAdministration, type ApiKeyRow, administerApiKeys } from './administration.ts';
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

/** Run `work` on the API keys: through the running service, or straight on the database. */
export async function withAdministration<T>(
  { terminal }: CommandContext,
  work: (keys: ApiKeyAdministration) => Promise<T>,
): Promise<T> {
  const configuration = readConfiguration(terminal.env);
  const running = await findRunningService(configuration);
  if (running) return work(remoteAdministration(running));
  return withDatabase(configuration, work);
}

/** Methods by which a running service answers {@link remoteAdministration}. */
export const administrationMethods: ControlMethods = {
  'apikeys.create': (service, input) =>
    administrationOf(service).create(input as Parameters<ApiKeyAdministration['create']>[0]),
  'apikeys.list': (service) => administrationOf(service).list(),
  'apikeys.setState': (service, input) =>
    administrationOf(service).setState(input as Parameters<ApiKeyAdministration['setState']>[0]),
};

const administrationOf = ({ storage }: Service): ApiKeyAdministration =>
  administerApiKeys(storage.apiKeys, () => new Date());

function remoteAdministration(running: RunningService): ApiKeyAdministration {
  return {
    create: async (input) =>
      (await running.call('apikeys.create', input)) as { id: string; key: string; plan: string },
    list: async () => (await running.call('apikeys.list', null)) as ApiKeyRow[],
    setState: async (input) => (await running.call('apikeys.setState', input)) as ApiKeyRow,
  };
}

async function withDatabase<T>(
  configuration: Configuration,
  work: (keys: ApiKeyAdministration) => Promise<T>,
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
      return await work(administerApiKeys(createApiKeyRepository(database), () => new Date()));
    } finally {
      await database.close();
    }
  } finally {
    await lock?.close();
  }
}
