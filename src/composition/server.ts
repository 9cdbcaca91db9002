import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from '../../http/parts.ts';
import { createHttpServer } from '../../http/server.ts';
import { createLogger } from '../adapters/log/logger.ts';
import { systemClock } from '../core/clock.ts';
import type { Configuration } from './configuration.ts';
import { readFaceParts } from './face-parts.ts';
import { ensureFirstKey } from './first-key.ts';
import { type ControlMethods, openLockedService } from './locked-service.ts';

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
  const logger = createLogger(configuration.LOG_LEVEL);
  const port = configuration.PORT === 0 ? await freePort(configuration.AFFIANT_HOST) : configuration.PORT;
  const baseUrl = (configuration.AFFIANT_BASE_URL ?? `http://${configuration.AFFIANT_HOST}:${port}`).replace(
    /\/+$/,
    '',
  );
  const service = await openLockedService(
    { configuration, env, baseUrl, logger, works: role !== 'api' },
    control,
  );
  try {
    const firstKey = await ensureFirstKey(service.storage.apiKeys, configuration, systemClock.now());
    let readiness: Readiness = { ready: true };
    const parts = await readFaceParts({
      pipeline: service.pipeline,
      catalogue: service.catalogue,
      bundles: service.storage.store,
      configuration,
      baseUrl,
      logger,
    });
    const face = createHttpServer({ ...parts, readiness: () => readiness });
    await listen(face.server, { port, host: configuration.AFFIANT_HOST });
    logger.info({ baseUrl, role }, 'listening');
    return {
      baseUrl,
      firstKey,
      async close() {
        readiness = { ready: false, reason: 'shutting down' };
        await face.close(GRACE_MS);
        await service.close(GRACE_MS);
        logger.info('stopped');
      },
    };
  } catch (error) {
    await service.close(0);
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
