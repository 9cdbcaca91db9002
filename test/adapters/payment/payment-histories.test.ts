import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createPaymentRepository } from '../../../src/adapters/payment/payment-repository.ts';
import { TestClock } from '../../support/charges.ts';
import { type DatabasePlace, databaseKinds } from '../../support/databases.ts';
import { newPurchase, paymentHistories, playPayments } from './payment-history.ts';

const START = '2026-11-10T12:00:00Z';
/** Each has up to 40 interleaved steps: the long run plays well over 10,000 of them. */
const HISTORIES = process.env['AFFIANT_TEST_EXTRA'] ? 1_000 : 25;

const walletNamed = (serial: number) => `wallet:0x${serial.toString(16).padStart(40, '0')}`;

describe.each(databaseKinds)('payments of a wallet in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  beforeAll(async () => {
    database = await source.open();
  });

  it(`are charged when they are settled, once, and never else: ${HISTORIES} histories`, {
    timeout: 60_000 + HISTORIES * 2_000,
  }, () => {
    let serial = 0;
    return fc.assert(
      fc.asyncProperty(paymentHistories, async (history) => {
        serial += 1;
        await playPayments(database, new TestClock(START), { ownerId: walletNamed(serial), history });
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  });
});

describe.runIf(databaseKinds.some(({ kind }) => kind === 'postgres'))('two processes', () => {
  const source = databaseKinds.find(({ kind }) => kind === 'postgres')?.prepare();
  let place: DatabasePlace;
  beforeAll(async () => {
    place = await source!.newPlace();
  });

  it('never take the same authorization both, nor begin the same purchase twice', async () => {
    const clock = new TestClock(START);
    const processes = await Promise.all(
      [0, 1].map(async () => createPaymentRepository(await source!.open(place), clock)),
    );
    const owner = walletNamed(1);
    const copies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        processes[index % 2]!.claim(newPurchase(owner, 0).order, 60_000),
      ),
    );
    expect(copies.map(({ kind }) => kind).toSorted()).toEqual([...Array(9).fill('busy'), 'claimed']);

    const signedTwice = await Promise.all(
      [2, 3].map((index) => processes[index % 2]!.claim(newPurchase(owner, index).order, 60_000)),
    );
    const ids = signedTwice.flatMap((claim) => ('payment' in claim ? claim.payment.paymentId : []));
    const begun = await Promise.all(ids.map((id, index) => processes[index]!.begin(id, 60_000)));
    expect(begun.filter((earlier) => earlier === null)).toHaveLength(1);
  });
});
