import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { HttpParts, McpParts } from '../../http/parts.ts';
import { createHttpServer } from '../../http/server.ts';
import { type ApiKeyRecord, hashSecret, parseApiKey } from '../../src/domain/account/api-key.ts';
import type { ApiKeyRepository } from '../../src/domain/account/port.ts';
import type { AuditEntry } from '../../src/domain/audit/port.ts';
import { freeCashier } from '../../src/domain/payment/cashier.ts';
import type { SignInService } from '../../src/domain/sign-in/sign-in-service.ts';
import { createAuthenticator } from '../../src/operation/authenticator.ts';
import { buildCatalogue } from '../../src/operation/catalogue.ts';
import type { Tool } from '../../src/operation/define-tool.ts';
import { Pipeline } from '../../src/operation/pipeline.ts';
import type { Services } from '../../src/operation/services.ts';
import { FAKE_TOOLS } from './fake-tools.ts';
import { createMemoryIdempotency } from './memory-idempotency.ts';

/** The keys that the fake authenticator knows. */
export const KEY = 'afk_testkey00001_0123456789abcdefghijABCDEFGHIJ0123456789';
export const REVOKED_KEY = 'afk_revoked00001_0123456789abcdefghijABCDEFGHIJ0123456789';

/** A face over fake tools: real pipeline, ports in memory. */
export interface FakeFaces {
  readonly parts: HttpParts;
  readonly audit: AuditEntry[];
  readonly faults: unknown[];
  readonly state: { ready: boolean };
}

interface Settings {
  readonly tools?: readonly Tool[];
  /** Sign-in by wallet to `baseUrl`; by default there is none. */
  readonly signIns?: (baseUrl: string) => SignInService;
}

/** Parts of a face at `baseUrl`. */
export function fakeFaces(baseUrl: string, overrides: Partial<McpParts> & Settings = {}): FakeFaces {
  const { tools = FAKE_TOOLS, signIns = () => null, ...rest } = overrides;
  const catalogue = buildCatalogue(tools);
  const audit: AuditEntry[] = [];
  const faults: unknown[] = [];
  const state = { ready: true };
  const pipeline = new Pipeline({
    catalogue,
    services: {} as Services,
    authenticator: createAuthenticator({ keys, signIns: signIns(baseUrl) }),
    rateLimiter: { consume: async () => {} },
    idempotency: createMemoryIdempotency(),
    cashier: freeCashier,
    audit: { record: (entry) => audit.push(entry) },
    baseUrl,
  });
  const parts: HttpParts = {
    pipeline,
    catalogue,
    resources: [],
    prompts: [],
    bundles: { open: async () => null },
    pages: new Map([['architecture', '# Architecture']]),
    skill: '---\nname: affiant\n---\n# Affiant\n',
    configuration: { baseUrl, version: '0.0.0-test', maxUploadBytes: 4 * 1024 * 1024 },
    readiness: () => (state.ready ? { ready: true } : { ready: false, reason: 'The database starts.' }),
    verifyPage: VERIFY_PAGE,
    onFault: (error) => faults.push(error),
    ...rest,
  };
  return { parts, audit, faults, state };
}

const VERIFY_PAGE = readFileSync(new URL('../../resources/verify/verify.html', import.meta.url), 'utf8');

const records = new Map(
  [record(KEY, 'active'), record(REVOKED_KEY, 'revoked')].map((entry) => [entry.id, entry]),
);

const keys: ApiKeyRepository = {
  get: async (id) => records.get(id) ?? null,
  create: async () => false,
  list: async () => [...records.values()],
  setState: async () => null,
};

function record(key: string, state: ApiKeyRecord['state']): ApiKeyRecord {
  const { id, secret } = parseApiKey(key)!;
  return { id, secretSha256: hashSecret(secret), plan: 'scale', email: null, state, createdAt: new Date(0) };
}

/** A running server over fake tools. */
export interface RunningFaces extends FakeFaces, AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(graceMs?: number): Promise<void>;
}

/** Start the HTTP face on a free port of loopback. */
export async function startFaces(overrides: Parameters<typeof fakeFaces>[1] = {}): Promise<RunningFaces> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const faces = fakeFaces(baseUrl, overrides);
  const http = createHttpServer(faces.parts);
  http.server.listen(port, '127.0.0.1');
  await once(http.server, 'listening');
  const close = (graceMs = 1000) => http.close(graceMs);
  return {
    ...faces,
    baseUrl,
    port,
    close,
    fetch: (path, init) => fetch(`${baseUrl}${path}`, init),
    [Symbol.asyncDispose]: () => close(),
  };
}

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Headers of an identified caller. */
export const AUTH = { authorization: `Bearer ${KEY}` };
