import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createGuardedFetcher } from '../../../src/adapters/egress/guarded-fetch.ts';
import { createAuthorityClient } from '../../../src/adapters/timestamp/authority-client.ts';
import { createStampRepository } from '../../../src/adapters/timestamp/stamp-repository.ts';
import { readWhole } from '../../../src/domain/bundle/read-whole.ts';
import { parseAuthorities } from '../../../src/domain/timestamp/authority-list.ts';
import { TimestampService } from '../../../src/domain/timestamp/timestamp-service.ts';
import { verifyTimestamp } from '../../../src/domain/timestamp/verify-timestamp.ts';
import { type OpenedCustody, OWNER, openCustody } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';
import {
  type AuthorityServer,
  hasOpenssl,
  makeAuthority,
  serveAuthority,
  type TestAuthority,
} from '../../support/timestamp-authority.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

describe.runIf(hasOpenssl).each(databaseKinds)('timestamps of bundles in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let bundles: OpenedCustody;
  let authority: TestAuthority;
  let server: AuthorityServer;
  beforeAll(async () => {
    database = await source.open();
    authority = makeAuthority();
  });
  afterAll(() => authority.remove());
  beforeEach(async () => {
    for (const table of ['timestamps', 'timestamp_authorities'])
      await database.query((db) => sql`delete from ${sql.table(table)}`.execute(db));
    bundles = await openCustody(database);
    server = await serveAuthority(authority);
  });
  afterEach(async () => {
    await server.stop();
    bundles.close();
  });

  const open = (urls = server.url, roots: readonly Uint8Array[] = [authority.root]) =>
    new TimestampService({
      repository: createStampRepository(database),
      store: bundles.store,
      client: createAuthorityClient(
        createGuardedFetcher({ networks: [{ cidr: '127.0.0.0/8', port: null }] }),
      ),
      authorities: parseAuthorities(urls),
      roots,
      clock: bundles.clock,
    });
  /** A service that knows its authorities, and a bundle published since. */
  const openWithBundle = async (urls?: string) => {
    const service = open(urls);
    await service.stampSome(never);
    return { service, bundleId: (await bundles.publish()).bundleId };
  };
  const seals = async (bundleId: string) =>
    ((await (await bundles.store.open(bundleId))?.list()) ?? [])
      .map(({ path }) => path)
      .filter((path) => path.startsWith('seals/tsa/'));
  const read = async (bundleId: string, path: string) =>
    readWhole((await bundles.store.open(bundleId))!.read(path), 100_000);
  const failed = (reason: string) => [
    expect.objectContaining({ code: 'TIMESTAMP_FAILED', details: { authority: expect.any(String), reason } }),
  ];

  it('are over the bytes of signature.json, kept whole, and good for OpenSSL too', async () => {
    const { service, bundleId } = await openWithBundle();
    expect(await service.stampSome(never)).toEqual({ tried: 1, faults: [] });
    const [path = ''] = await seals(bundleId);
    expect(path).toMatch(/^seals\/tsa\/127\.0\.0\.1-\d+-tsr\.tsr$/);
    const [response, data] = [await read(bundleId, path), await read(bundleId, 'signature.json')];
    expect(authority.accepts(response, data)).toBe(true);
    expect(await verifyTimestamp(response, { data, roots: [authority.root] })).toMatchObject({
      isTrusted: true,
    });
    expect(await service.stampSome(never)).toEqual({ tried: 0, faults: [] });
    expect(server.requests).toHaveLength(1);
  });

  it('are asked for from the first start with an authority on', async () => {
    await bundles.publish();
    const { service } = await openWithBundle();
    expect(await service.stampSome(never)).toMatchObject({ tried: 1 });
  });

  it('come from every authority, and one that is away does not hold up the other', async () => {
    const second = await serveAuthority(authority);
    const { service, bundleId } = await openWithBundle(`${server.url}, ${second.url}`);
    second.misbehave([503, '']);
    expect(await service.stampSome(never)).toEqual({ tried: 2, faults: failed('status 503') });
    expect(await seals(bundleId)).toHaveLength(1);
    bundles.clock.time += MINUTE;
    expect(await service.stampSome(never)).toEqual({ tried: 1, faults: [] });
    expect(await seals(bundleId)).toHaveLength(2);
    await second.stop();
  });

  it('are tried again with growing pauses, also by a later process', async () => {
    const { service, bundleId } = await openWithBundle();
    const tried = async (wait: number, by = service) => {
      bundles.clock.time += wait;
      server.misbehave([500, '']);
      return (await by.stampSome(never)).tried;
    };
    expect(await tried(0)).toBe(1);
    expect(await tried(9_000)).toBe(0);
    expect(await tried(1_000)).toBe(1);
    expect(await tried(59_000)).toBe(0);
    expect(await tried(1_000, open())).toBe(1);
    expect(await seals(bundleId)).toEqual([]);
  });

  it('are given up after two weeks', async () => {
    const { service } = await openWithBundle();
    for (let attempt = 0; attempt < 60; attempt++) {
      server.misbehave([500, '']);
      await service.stampSome(never);
      bundles.clock.time += 6 * 60 * MINUTE;
    }
    expect(server.requests).toHaveLength(60);
    expect(await service.stampSome(never)).toEqual({ tried: 0, faults: [] });
  });

  it.each([
    ['a redirect', () => [302, ''] as const, 'status 302'],
    ['a web page', () => [200, '<html>', 'text/html'] as const, 'malformed'],
    ['what is no response', () => [200, 'hello'] as const, 'malformed'],
    ['an endless answer', () => [200, 'x'.repeat(70_000)] as const, 'malformed'],
    ['a refusal', () => [200, authority.reply(new Uint8Array(3))] as const, 'refused'],
    [
      'a token for other bytes',
      () => [200, authority.stampAt(new Uint8Array(3), new Date())] as const,
      'imprint',
    ],
  ])('are not kept when the authority answers with %s', async (_, answer, reason) => {
    const { service, bundleId } = await openWithBundle();
    server.misbehave(answer());
    expect(await service.stampSome(never)).toEqual({ tried: 1, faults: failed(reason) });
    expect(await seals(bundleId)).toEqual([]);
  });

  it('are not kept when the answer is to another request', async () => {
    const { service, bundleId } = await openWithBundle();
    const data = await read(bundleId, 'signature.json');
    server.misbehave([200, authority.stampAt(data, new Date())]);
    expect(await service.stampSome(never)).toEqual({ tried: 1, faults: failed('nonce') });
  });

  it('are not kept when they do not lead to a root that the operator trusts', async () => {
    const other = makeAuthority();
    await open().stampSome(never);
    const { bundleId } = await bundles.publish();
    const service = open(server.url, [other.root]);
    expect(await service.stampSome(never)).toEqual({ tried: 1, faults: failed('root') });
    bundles.clock.time += MINUTE;
    expect(await open(server.url, []).stampSome(never)).toEqual({ tried: 1, faults: [] });
    expect(await seals(bundleId)).toHaveLength(1);
    other.remove();
  });

  it('are asked for once when two processes work at the same time', async () => {
    const { service } = await openWithBundle();
    await Promise.all(Array.from({ length: 5 }, () => bundles.publish()));
    const rounds = await Promise.all([service.stampSome(never), open().stampSome(never)]);
    expect(rounds.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rounds[0].tried + rounds[1].tried).toBe(6);
    expect(server.requests).toHaveLength(6);
  });

  it('are not written for a bundle that was deleted meanwhile', async () => {
    const { service, bundleId } = await openWithBundle();
    await bundles.deletion.delete(OWNER, bundleId, { acknowledgesNotarized: false });
    expect(await service.stampSome(never)).toEqual({ tried: 0, faults: [] });
    const stamp = { bundleId, authority: 'x', attempt: 1 };
    await createStampRepository(database).complete(stamp, new Date(), () => {
      throw new Error('written');
    });
  });

  it('are due again soon when the process is told to stop in the middle of a call', async () => {
    const { service } = await openWithBundle();
    const stopped = await service.stampSome(AbortSignal.abort());
    expect(stopped).toMatchObject({ tried: 1, faults: [expect.anything()] });
    bundles.clock.time += 2 * MINUTE;
    expect(await service.stampSome(never)).toEqual({ tried: 1, faults: [] });
  });
});
