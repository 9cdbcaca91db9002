import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createRateLimiter } from '../../../src/adapters/rate-limit/rate-limiter.ts';
import { databaseKinds } from '../../support/databases.ts';

const REFUSED = {
  code: 'RATE_LIMITED',
  status: 429,
  retryAfterSeconds: expect.any(Number),
  details: { retry_after: expect.any(Number), limit: 3 },
};

const rowsOf = (database: Database) =>
  database.query((db) => db.selectFrom('rate_limits').select(['key', 'points']).execute());

describe.each(databaseKinds)('a limit of 3 calls a minute with $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  beforeAll(async () => {
    database = await source.open();
  });

  it('refuses the fourth call of a caller and says how long to wait', async () => {
    const limiter = createRateLimiter(database, 3);
    for (let call = 0; call < 3; call++) await limiter.consume('key:a');
    await expect(limiter.consume('key:a')).rejects.toMatchObject(REFUSED);
    const refusal = await limiter.consume('key:a').catch((error) => error);
    expect(refusal.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(refusal.details['retry_after']).toBe(refusal.retryAfterSeconds);
    await expect(limiter.consume('address:::1')).resolves.toBeUndefined();
  });

  it('lets exactly 3 of many calls at once pass', async () => {
    const limiter = createRateLimiter(database, 3);
    const calls = await Promise.allSettled(Array.from({ length: 30 }, () => limiter.consume('key:b')));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const call of calls) if (call.status === 'rejected') expect(call.reason).toMatchObject(REFUSED);
  });
});

describe.runIf(databaseKinds.some(({ kind }) => kind === 'postgres'))('processes on one server', () => {
  const source = databaseKinds.find(({ kind }) => kind === 'postgres')?.prepare();

  it('count a caller together, and forget it when its window is long over', async () => {
    const place = await source!.newPlace();
    const databases = [await source!.open(place), await source!.open(place)] as const;
    const [first, second] = databases.map((database) => createRateLimiter(database, 3));
    await first?.consume('key:c');
    await second?.consume('key:c');
    await first?.consume('key:c');
    await expect(second?.consume('key:c')).rejects.toMatchObject(REFUSED);
    await first?.sweep();
    expect(await rowsOf(databases[0])).toEqual([{ key: 'key:c', points: 4 }]);
    await databases[0].query((db) => db.updateTable('rate_limits').set({ expire: 0 }).execute());
    await first?.sweep();
    expect(await rowsOf(databases[0])).toEqual([]);
  });

  it('answer 503 when the server is away', async () => {
    const database = await source!.open();
    const limiter = createRateLimiter(database, 3);
    await database.close();
    await expect(limiter.consume('key:d')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});
