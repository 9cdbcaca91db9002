import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startService } from './service-process.ts';

export type Json = Record<string, unknown>;

/** An answer of the REST face. */
export interface Answer<T = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** The bootstrap key of test services, and another owner's. */
export const KEY = 'afk_testowner1_0123456789abcdefghijklmnopqrstuvwxyzABCD';

/** A service in a temporary data folder with the means to call it. */
export interface TestService {
  readonly process: ServiceProcess;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** A JSON call with the bootstrap key; other headers and bodies by `init`. */
  call<T = Json>(
    path: string,
    init?: RequestInit & { json?: unknown; key?: string | null },
  ): Promise<Answer<T>>;
  /** Stop it and remove its folder. */
  close(): Promise<void>;
}

/** Start a service that may reach `allow` (default: all of loopback). */
export async function startTestService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'affiant-e2e-'));
  const dataDir = join(folder, 'data');
  const full = {
    AFFIANT_DATA_DIR: dataDir,
    AFFIANT_BOOTSTRAP_API_KEY: KEY,
    AFFIANT_ALLOW_NETWORKS: '127.0.0.0/8',
    AFFIANT_RATE_LIMIT_PER_MINUTE: '100000',
    ...env,
  };
  const process = await startService(full);
  return {
    process,
    baseUrl: process.baseUrl,
    dataDir,
    env: full,
    call: (path, init) => call(process.baseUrl, path, init),
    async close() {
      await process.stop();
      // The browser of a killed service may still write for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** One call; the body of the answer is parsed when it is JSON. */
export async function call<T = Json>(
  baseUrl: string,
  path: string,
  { json, key = KEY, ...init }: RequestInit & { json?: unknown; key?: string | null } = {},
): Promise<Answer<T>> {
  const headers = new Headers(init.headers);
  if (key !== null && !headers.has('x-api-key') && !headers.has('authorization'))
    headers.set('x-api-key', key);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(`${baseUrl}${path}`, {
    ...init,
    method: init.method ?? (json === undefined && !init.body ? 'GET' : 'POST'),
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text ? JSON.parse(text) : text) as T,
  };
}

/** Poll a job until it has ended. */
export async function untilEnded(
  service: Pick<TestService, 'call'>,
  jobId: string,
  deadlineMs = 60_000,
): Promise<Json> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const { body } = await service.call(`/v1/jobs/${jobId}`);
    if (['complete', 'failed', 'cancelled'].includes(String(body['status']))) return body;
    if (Date.now() > deadline) throw new Error(`job ${jobId} is still ${body['status']}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
