import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeRepository } from '../../../src/domain/payment/port.ts';
import { type ChargeWorld, memoryWorld, sqlWorld, TestClock } from '../../support/charges.ts';
import { type DatabasePlace, databaseKinds } from '../../support/databases.ts';

const START = '2026-11-20T12:00:00Z';
const MINUTE = 60_000;
const PERIOD = '2026-11';

/** Another owner for each test: the database is shared. */
let serial = 0;
let ownerId: string;
beforeEach(() => {
  serial += 1;
  ownerId = `key:owner${serial}`;
});

const newCharge = (credits: number, idempotencyKey: string | null = null) => ({
  ownerId,
  operation: 'extract',
  credits,
  idempotencyKey,
});

async function reserve(charges: ChargeRepository, credits: number, limit = 1000): Promise<string> {
  const outcome = await charges.reserve(newCharge(credits), limit);
  if (outcome.kind !== 'reserved') throw new Error(`not reserved: ${outcome.kind}`);
  return outcome.chargeId;
}

const kindsOf = async (charges: ChargeRepository) =>
  (await charges.entries({ ownerId, period: PERIOD, afterSeq: 0, limit: 100 })).map(({ kind }) => kind);

describe.each([{ kind: 'memory', prepare: () => null }, ...databaseKinds])(
  'charges in $kind',
  ({ prepare }) => {
    const source = prepare();
    const clock = new TestClock(START);
    let world: ChargeWorld;
    let charges: ChargeRepository;

    beforeAll(async () => {
      world = source ? sqlWorld(await source.open(), clock) : memoryWorld(clock);
      charges = world.charges;
    });
    beforeEach(() => {
      clock.time = Date.parse(START);
    });
    const balance = () => charges.balance(ownerId, PERIOD);

    it('are reserved, then captured or released, once', async () => {
      const captured = await reserve(charges, 30);
      const released = await reserve(charges, 12);
      expect(await balance()).toEqual({ usedCredits: 0, reservedCredits: 42 });
      expect(await charges.capture(captured)).toBe(true);
      await charges.release(released);
      await charges.release(captured);
      expect(await charges.capture(captured)).toBe(true);
      expect(await charges.capture(released)).toBe(false);
      expect(await balance()).toEqual({ usedCredits: 30, reservedCredits: 0 });
      expect(await kindsOf(charges)).toEqual(['reserve', 'reserve', 'capture', 'release']);
    });

    it('of 50 calls at once against 3 credits of price 1 let exactly 3 pass', async () => {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => charges.reserve(newCharge(1), 3)));
      expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(3);
      expect(outcomes.filter(({ kind }) => kind === 'exhausted')).toHaveLength(47);
      expect(await balance()).toEqual({ usedCredits: 0, reservedCredits: 3 });
    });

    it('end once, however many end them at the same time', async () => {
      const chargeId = await reserve(charges, 5);
      await Promise.all([
        charges.release(chargeId),
        charges.capture(chargeId),
        charges.release(chargeId),
        charges.capture(chargeId),
        charges.releaseAbandoned(false),
      ]);
      expect(await kindsOf(charges)).toHaveLength(2);
      expect((await balance()).reservedCredits).toBe(0);
    });

    it('handed to a job are left by everybody until its end decides', async () => {
      for (const [status, kind] of [
        ['complete', 'capture'],
        ['failed', 'release'],
      ] as const) {
        const chargeId = await reserve(charges, 75);
        const jobId = await world.queueJob();
        expect(await charges.handTo(chargeId, jobId)).toBe(true);
        await charges.releaseAbandoned(false);
        expect((await balance()).reservedCredits).toBe(75);
        await world.endJob(jobId, status);
        expect((await kindsOf(charges)).at(-1)).toBe(kind);
        expect(await balance()).toEqual({ usedCredits: 75, reservedCredits: 0 });
      }
    });

    it('handed to a job that has ended are decided at once', async () => {
      for (const status of ['complete', 'failed'] as const) {
        const chargeId = await reserve(charges, 75);
        const jobId = await world.queueJob();
        await world.endJob(jobId, status);
        expect(await balance()).toMatchObject({ reservedCredits: 75 });
        expect(await charges.handTo(chargeId, jobId)).toBe(true);
      }
      expect(await balance()).toEqual({ usedCredits: 75, reservedCredits: 0 });
    });

    it('end once when call and job end at the same time', async () => {
      const chargeId = await reserve(charges, 75);
      const jobId = await world.queueJob();
      await Promise.all([world.endJob(jobId, 'complete'), charges.handTo(chargeId, jobId)]);
      expect(await kindsOf(charges)).toEqual(['reserve', 'capture']);
    });

    it('that were released cannot be handed on, nor charged by the job', async () => {
      const chargeId = await reserve(charges, 75);
      const jobId = await world.queueJob();
      await charges.release(chargeId);
      expect(await charges.handTo(chargeId, jobId)).toBe(false);
      await world.endJob(jobId, 'complete');
      expect(await balance()).toEqual({ usedCredits: 0, reservedCredits: 0 });
    });

    it('left by a dead call are released when its time is up, or at once where no other process is', async () => {
      const old = await reserve(charges, 1);
      clock.time += 10 * MINUTE;
      await reserve(charges, 2);
      await charges.releaseAbandoned(true);
      expect((await balance()).reservedCredits).toBe(3);
      clock.time += MINUTE;
      await charges.releaseAbandoned(true);
      expect((await balance()).reservedCredits).toBe(2);
      expect(await charges.capture(old)).toBe(false);
      await charges.releaseAbandoned(false);
      expect(await balance()).toEqual({ usedCredits: 0, reservedCredits: 0 });
    });

    it('are made once for an idempotency key that was charged, or that a job may charge', async () => {
      const keyed = () => charges.reserve(newCharge(5, 'k'), 100);
      const first = await keyed();
      expect(first.kind).toBe('reserved');
      expect((await keyed()).kind).toBe('reserved');
      const chargeId = first.kind === 'reserved' ? first.chargeId : '';
      const jobId = await world.queueJob();
      await charges.handTo(chargeId, jobId);
      expect((await keyed()).kind).toBe('paid');
      await world.endJob(jobId, 'complete');
      expect((await keyed()).kind).toBe('paid');
      clock.time += 24 * 60 * MINUTE;
      expect((await keyed()).kind).toBe('reserved');
    });

    it('are read page by page in the order they were made', async () => {
      for (let count = 0; count < 5; count++) await reserve(charges, count + 1);
      const page = (afterSeq: number) => charges.entries({ ownerId, period: PERIOD, afterSeq, limit: 3 });
      const first = await page(0);
      expect(first.map(({ seq, credits }) => [seq, credits])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
      expect((await page(3)).map(({ balance: { reservedCredits } }) => reservedCredits)).toEqual([10, 15]);
      expect(await page(5)).toEqual([]);
    });
  },
);

describe.each(databaseKinds)('the ledger in $kind', ({ prepare }) => {
  const source = prepare();

  it('refuses to be changed, by whoever', async () => {
    const database = await source.open();
    await reserve(sqlWorld(database, new TestClock(START)).charges, 1);
    for (const statement of [
      'update ledger_entries set credits = 2',
      'delete from ledger_entries',
      'truncate ledger_entries',
    ]) {
      const changing = database.query((db) => sql.raw(statement).execute(db));
      await expect(changing).rejects.toMatchObject({ cause: { message: /never change/ } });
    }
  });
});

describe.runIf(databaseKinds.some(({ kind }) => kind === 'postgres'))('two processes', () => {
  const source = databaseKinds.find(({ kind }) => kind === 'postgres')?.prepare();
  let place: DatabasePlace;
  beforeAll(async () => {
    place = await source!.newPlace();
  });

  it('never overspend together', async () => {
    const clock = new TestClock(START);
    const worlds = [sqlWorld(await source!.open(place), clock), sqlWorld(await source!.open(place), clock)];
    const calls = worlds.flatMap(({ charges }) =>
      Array.from({ length: 25 }, async () => {
        const outcome = await charges.reserve(newCharge(1), 3);
        if (outcome.kind === 'reserved') await charges.capture(outcome.chargeId);
        return outcome.kind;
      }),
    );
    const kinds = await Promise.all(calls);
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(3);
    expect(await worlds[0]?.charges.balance(ownerId, PERIOD)).toEqual({ usedCredits: 3, reservedCredits: 0 });
  });
});
