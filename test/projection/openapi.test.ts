import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildCatalogue, loadCatalogue } from '../../src/operation/catalogue.ts';
import { buildOpenapi } from '../../src/projection/openapi.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

const identity = { baseUrl: 'http://127.0.0.1:8402', version: '1.2.3' };
const root = new URL('../..', import.meta.url).pathname;

interface Operation {
  readonly operationId: string;
  readonly security: unknown[];
  readonly parameters?: { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: {
    readonly content: Record<string, { schema?: { properties: object; required?: string[] } }>;
  };
  readonly responses: Record<
    string,
    { readonly description: string; readonly headers: object; readonly content?: object }
  >;
  readonly [extension: `x-${string}`]: unknown;
}

const document = buildOpenapi(buildCatalogue(FAKE_TOOLS), identity) as unknown as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: object };
};
const operation = (path: string, method: string): Operation => document.paths[path]![method]!;

/** Exit code and text of the linter, which never touches the network. */
async function lint(value: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(value));
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    HOME: folder,
  };
  const args = [
    join(root, 'node_modules/@redocly/cli/bin/cli.js'),
    'lint',
    '--extends',
    'recommended-strict',
    '--format',
    'stylish',
    file,
  ];
  try {
    await promisify(execFile)(process.execPath, args, { env, cwd: folder });
    return 'valid';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the OpenAPI document', () => {
  it('passes redocly’s strict rules, for fake tools and for the real ones', { timeout: 60_000 }, async () => {
    expect(await lint({ ...document, paths: { '/v1/x': { get: {} } } }), 'the linter lints').not.toBe(
      'valid',
    );
    expect(await lint(document)).toBe('valid');
    const real = buildOpenapi(await loadCatalogue(`${root}tools`), {
      ...identity,
      signInNetwork: 'eip155:84532',
    });
    expect(await lint(real)).toBe('valid');
  });

  it('has an operation for every tool', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(FAKE_TOOLS.map(({ name }) => name).toSorted());
  });

  it('places every field once', () => {
    const { parameters, requestBody } = operation('/v1/notes', 'post');
    expect(parameters?.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'query sync',
      'header X-Note-Label',
      'header Idempotency-Key',
    ]);
    expect(Object.keys(requestBody!.content['application/json']!.schema!.properties)).toEqual([
      'source',
      'file',
      'tags',
      'claims',
      'origin',
      'weight',
      'sync',
      'idempotency_key',
    ]);
    expect(operation('/v1/notes/{id}', 'get').parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ]);
  });

  it('offers every form of an upload', () => {
    expect(Object.keys(operation('/v1/notes', 'post').requestBody!.content)).toEqual([
      'application/json',
      'multipart/form-data',
      'application/octet-stream',
      'application/pdf',
      'text/html',
    ]);
  });

  it('documents every status that can come', () => {
    const statuses = (path: string, method: string) =>
      Object.keys(operation(path, method).responses).join(' ');
    expect(statuses('/v1/notes', 'post')).toBe('200 202 400 401 402 403 409 413 415 422 429 500 503');
    expect(statuses('/v1/keys', 'get')).toBe('200 400 401 403 429 500 503');
    expect(statuses('/v1/notes/{id}/download', 'get')).toBe('200 304 400 401 403 429 500 503');
    expect(statuses('/v1/notes/{id}', 'delete')).toBe('200 400 401 403 404 409 429 500 503');
  });

  it('tells prices, tools and who may call', () => {
    expect(operation('/v1/notes', 'post')).toMatchObject({
      'x-mcp-tool': 'note_create',
      'x-price': { currency: 'USD', amount: { extract_stored: '0.075', extract_lean: '0.01' } },
      security: [{ bearer: [] }, { apiKey: [] }],
    });
    expect(operation('/v1/keys', 'get')).toMatchObject({ security: [] });
  });

  it('tells how a wallet signs in where one can', () => {
    const { paths, components } = buildOpenapi(buildCatalogue(FAKE_TOOLS), {
      ...identity,
      signInNetwork: 'eip155:84532',
    }) as { paths: typeof document.paths; components: { securitySchemes: object } };
    expect(paths['/v1/notes']!['post']!.security.flatMap((scheme) => Object.keys(scheme as object))).toEqual([
      'bearer',
      'apiKey',
      'signInWithX',
      'walletSession',
    ]);
    expect(components.securitySchemes).toMatchObject({
      signInWithX: { in: 'header', name: 'SIGN-IN-WITH-X' },
    });
  });

  it('names shared schemas once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(['Note', 'Error']);
    expect(JSON.stringify(document)).not.toContain('x-component');
  });

  it('says where an accepted job is polled', () => {
    expect(Object.keys(operation('/v1/notes', 'post').responses['202']!.headers)).toEqual([
      'X-Request-Id',
      'Location',
      'Retry-After',
      'X-Note-Size',
    ]);
  });
});
