import { mkdir } from 'node:fs/promises';
import { type Control, type ControlHandler, listenControl } from '../adapters/lock/listen-control.ts';
import { controlSocketPath } from '../adapters/lock/socket-path.ts';
import { openService, type Service, type ServiceOptions } from './service.ts';

/** Methods that the service answers on its control socket. */
export type ControlMethods = Readonly<
  Record<string, (service: Service, params: unknown) => Promise<unknown>>
>;

/**
 * Open the service while holding the lock of its embedded database. Other commands on this data folder reach it
 * by the socket that is the lock; those that come early wait until it is open.
 *
 * @throws EvidenceError `DATA_DIR_LOCKED`, naming the process that holds it; and what opening throws.
 */
export async function openLockedService(options: ServiceOptions, methods: ControlMethods): Promise<Service> {
  const { DATABASE_URL, AFFIANT_DATA_DIR } = options.configuration;
  await mkdir(AFFIANT_DATA_DIR, { recursive: true, mode: 0o700 });
  if (DATABASE_URL) return openService(options);
  const opened = Promise.withResolvers<Service>();
  // A failed start is reported to whoever called us, not to commands that may never come.
  opened.promise.catch(() => {});
  const lock = await listenControl({
    path: await controlSocketPath(AFFIANT_DATA_DIR),
    handlers: lateHandlers(opened.promise, methods),
  });
  try {
    const service = await openService(options);
    opened.resolve(service);
    return closingBoth(service, lock);
  } catch (error) {
    opened.reject(error);
    await lock.close();
    throw error;
  }
}

/** Handlers that wait until the service is open. */
const lateHandlers = (service: Promise<Service>, methods: ControlMethods): Record<string, ControlHandler> =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, async (params) => method(await service, params)]),
  );

const closingBoth = (service: Service, lock: Control): Service => ({
  ...service,
  async close(graceMs) {
    // The lock goes last: until then nobody else may open the database.
    await service.close(graceMs);
    await lock.close();
  },
});
