import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKeyRepository } from '../../../src/adapters/database/api-key-repository.ts';
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { changeSetting } from '../../../src/adapters/database/service-settings.ts';
import { ensurePostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';

describe.skipIf(!ensurePostgres())('a PostgreSQL server', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const open = (databaseUrl: string) => openDatabase({ dataDir: tmpdir(), databaseUrl, onError: () => {} });

  it('is set up once by processes that start at the same time', async () => {
    const url = await postgres.createDatabase();
    const opened = await Promise.all([open(url), open(url), open(url)]);
    for (const database of opened) expect(await createApiKeyRepository(database).list()).toEqual([]);
    await Promise.all(opened.map((database) => database.close()));
  });

  it('counts changes of a setting by several processes one after another', async () => {
    const url = await postgres.createDatabase();
    const opened = [await open(url), await open(url)];
    const increments = Array.from({ length: 20 }, (_, index) =>
      changeSetting<{ count: number }>(opened[index % 2]!, 'counter', async (present) => ({
        count: (present?.count ?? 0) + 1,
      })),
    );
    const counts = (await Promise.all(increments)).map(({ count }) => count);
    expect(counts.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    await Promise.all(opened.map((database) => database.close()));
  });

  it('is reported as unavailable when it is away at start, goes away or is closed', async () => {
    await expect(open('postgres://affiant@127.0.0.1:1/absent')).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    const other = await startPostgres();
    const database = await open(await other.createDatabase());
    const keys = createApiKeyRepository(database);
    expect(await keys.get('absent')).toBeNull();
    await other.stop();
    await expect(keys.get('absent')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await database.close();
    await expect(keys.get('absent')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});
