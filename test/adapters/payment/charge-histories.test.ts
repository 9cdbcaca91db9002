import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { memoryWorld, sqlWorld, TestClock } from '../../support/charges.ts';
import { databaseKinds } from '../../support/databases.ts';
import { histories, playHistory } from './charge-history.ts';

const START = '2026-11-20T12:00:00Z';

describe('whatever calls, jobs and crashes do one after another', () => {
  it('the rules charge what succeeded, once, and nothing else: 10,000 histories', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const clock = new TestClock(START);
        await playHistory(memoryWorld(clock), clock, { ownerId: 'key:a', history });
      }),
      { numRuns: 10_000 },
    ),
  );

  describe.each(databaseKinds)('in $kind', ({ prepare }) => {
    const source = prepare();
    let database: Database;
    beforeAll(async () => {
      database = await source.open();
    });

    it('so does the ledger: 25 histories', { timeout: 120_000 }, () => {
      let serial = 0;
      return fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const clock = new TestClock(START);
          serial += 1;
          await playHistory(sqlWorld(database, clock), clock, { ownerId: `key:${serial}`, history });
        }),
        { numRuns: 25, endOnFailure: true },
      );
    });
  });
});
