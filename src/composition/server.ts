import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from '../../http/parts.ts';
import { createHealthServer, createHttpServer, type HttpFace } from '../../http/server.ts';
import { createLogger } from '../adapters/log/logger.ts';
import { systemClock } from '../core/clock.ts';
import { baseUrlOf } from './base-url.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';
import { type FaceSources, faceBasics, readFaceParts } from './face-parts.ts';
import { ensureFirstKey } from './first-key.ts';
import { type ControlMethods, openLockedService } from './locked-service.ts';
import { projectPath } from './project-path.ts';
import type { Service } from './service.ts';

/** `api` answers calls, `worker` works on jobs, `all` does both. */
export type Role = 'all' | 'api' | 'worker';

export interface ServerOptions {
  readonly configuration: Configuration;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly role: Role;
  readonly control: ControlMethods;
}

export interface RunningServer {
  readonly baseUrl: string;
  /** The API key that was made at this first start, to be shown once; else null. */
  readonly firstKey: string | null;
  /** Drain: no new calls, those under way end, jobs go back to the queue after a grace. */
  close(): Promise<void>;
}

const GRACE_MS = 20_000;

/** Open the service and serve it over HTTP until closed. */
export async function runServer({
  configuration,
  env,
  role,
  control,
}: ServerOptions): Promise<RunningServer> {
  if (role !== 'all' && !configuration.DATABASE_URL) {
    throw new ConfigurationError(`DATABASE_URL: role ${role} needs a database that other processes share`);
  }
  const logger = createLogger(configuration.LOG_LEVEL);
  const port = configuration.PORT === 0 ? await freePort(configuration.AFFIANT_HOST) : configuration.PORT;
  const baseUrl = baseUrlOf(configuration, port);
  const service = await openLockedService(
    { configuration, env, baseUrl, logger, works: role !== 'api' },
    control,
  );
  try {
    let readiness: Readiness = { ready: true };
    const sources = {
      pipeline: service.pipeline,
      catalogue: service.catalogue,
      bundles: service.storage.store,
      configuration,
      baseUrl,
      logger,
    };
    const face = await createFace(role, sources, () => readiness);
    await listen(face.server, { port, host: configuration.AFFIANT_HOST });
    // Only now: a key made by a start that failed would never be shown.
    const firstKey = role === 'worker' ? null : await firstKeyOr(face, service, configuration);
    logger.info({ baseUrl, role }, 'listening');
    return {
      baseUrl,
      firstKey,
      async close() {
        readiness = { ready: false, reason: 'shutting down' };
        const deadline = Date.now() + GRACE_MS;
        await face.close(GRACE_MS);
        await service.close(Math.max(1000, deadline - Date.now()));
        logger.info('stopped');
      },
    };
  } catch (error) {
    await service.close(0);
    throw error;
  }
}

/** A worker reads nothing that it does not serve. */
async function createFace(role: Role, sources: FaceSources, readiness: () => Readiness): Promise<HttpFace> {
  if (role === 'worker') return createHealthServer({ ...faceBasics(sources), readiness });
  const [parts, verifyPage] = await Promise.all([
    readFaceParts(sources),
    readFile(projectPath('resources/verify/verify.html'), 'utf8'),
  ]);
  return createHttpServer({ ...parts, verifyPage, readiness });
}

async function firstKeyOr(
  face: HttpFace,
  { storage }: Service,
  configuration: Configuration,
): Promise<string | null> {
  try {
    return await ensureFirstKey(storage.apiKeys, configuration, systemClock.now());
  } catch (error) {
    await face.close(0);
    throw error;
  }
}

async function listen(
  server: Server,
  address: { readonly port: number; readonly host: string },
): Promise<void> {
  server.listen(address);
  await once(server, 'listening');
}

/** The base URL must be known before anything that prints links is built. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await listen(server, { port: 0, host });
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
