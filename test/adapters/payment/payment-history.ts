import fc from 'fast-check';
import { expect } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createPaymentRepository } from '../../../src/adapters/payment/payment-repository.ts';
import type { LedgerEntry } from '../../../src/domain/payment/port.ts';
import { PAYMENT_NETWORKS } from '../../../src/domain/x402/network.ts';
import type { NewPayment, PaymentState } from '../../../src/domain/x402/port.ts';
import { requirementsOf } from '../../../src/domain/x402/terms.ts';
import { sqlWorld, type TestClock } from '../../support/charges.ts';
import { PAY_TO } from '../../support/wallets.ts';

/** Authorizations of the wallet in one history. */
const PAYMENTS = 4;
const LEASE_MS = 60_000;
const TX = `0x${'ab'.repeat(32)}`;

const which = fc.nat({ max: PAYMENTS - 1 });
const of = <const Do extends string>(name: Do) => fc.record({ do: fc.constant(name), which });

/** One step of one of several purchases, or something that happens to all of them. */
const step = fc.oneof(
  { weight: 5, arbitrary: of('claim') },
  { weight: 1, arbitrary: of('forget') },
  { weight: 5, arbitrary: of('begin') },
  { weight: 3, arbitrary: of('make due') },
  { weight: 2, arbitrary: of('release') },
  { weight: 2, arbitrary: of('hand over') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end job' as const), which, isComplete: fc.boolean() }),
  },
  { weight: 3, arbitrary: of('settle') },
  { weight: 1, arbitrary: of('refuse') },
  { weight: 1, arbitrary: of('deliver') },
  { weight: 1, arbitrary: of('credit') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lapse' as const), which }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Interleaved steps of several purchases of one wallet. */
export const paymentHistories = fc.array(step, { minLength: 5, maxLength: 40 });

/** A purchase as the test follows it. */
interface Purchase {
  readonly order: NewPayment;
  paymentId: string | null;
  jobId: string | null;
  /** What was told to the payer: paid means that a settlement was recorded. */
  isPaid: boolean;
}

/** Play a history for one wallet, check the ledger after each step, and let everything end. */
export async function playPayments(
  database: Database,
  clock: TestClock,
  { ownerId, history }: { readonly ownerId: string; readonly history: readonly Step[] },
): Promise<void> {
  const payments = createPaymentRepository(database, clock);
  const { charges, queueJob, endJob } = sqlWorld(database, clock);
  const purchases = Array.from({ length: PAYMENTS }, (_, index) => newPurchase(ownerId, index));
  const stateOf = async (id: string) => (await payments.find(id))?.state ?? null;

  const play: Record<Step['do'], (purchase: Purchase, id: string, step: Step) => Promise<unknown>> = {
    async claim(purchase) {
      const claim = await payments.claim(purchase.order, LEASE_MS);
      if ('payment' in claim) purchase.paymentId = claim.payment.paymentId;
    },
    forget: (_purchase, id) => payments.forget(id),
    async begin(purchase, id) {
      if ((await stateOf(id)) === 'reserved' && !(await payments.begin(id, LEASE_MS))) purchase.jobId = null;
    },
    'make due': (_purchase, id) => payments.makeDue(id, LEASE_MS),
    release: (_purchase, id) => payments.release(id, 'call'),
    async 'hand over'(purchase, id) {
      const jobId = await queueJob();
      if (await payments.handTo(id, jobId)) purchase.jobId = jobId;
    },
    async 'end job'({ jobId }, _id, next) {
      const isComplete = 'isComplete' in next && next.isComplete;
      if (jobId) await endJob(jobId, isComplete ? 'complete' : 'failed');
    },
    async settle(purchase, id) {
      const isDue = (await stateOf(id)) === 'due';
      await payments.settled(id, TX);
      purchase.isPaid ||= isDue;
    },
    refuse: (_purchase, id) => payments.release(id, 'due'),
    deliver: (_purchase, id) => payments.delivered(id),
    async credit(purchase, id) {
      const isReleased = (await stateOf(id)) === 'released';
      await payments.credit(id, TX);
      purchase.isPaid ||= isReleased;
    },
    crash: () => payments.recover(false),
    async lapse() {
      clock.time += LEASE_MS + 1;
      await payments.recover(true);
      await charges.releaseAbandoned(true);
    },
  };

  const ledger = async () =>
    charges.entries({
      ownerId,
      period: clock.now().toISOString().slice(0, 7),
      afterSeq: 0,
      limit: 1000,
    });
  const check = async () => {
    const entries = await ledger();
    assertSums(entries);
    const captured = entries.filter(({ kind }) => kind === 'capture').length;
    expect(captured, 'each settled payment is one captured charge, and nothing else is').toBe(
      purchases.filter(({ isPaid }) => isPaid).length,
    );
    for (const { paymentId, isPaid } of purchases)
      if (paymentId && isPaid) expect(await stateOf(paymentId)).toBe('settled' satisfies PaymentState);
  };

  for (const next of history) {
    const purchase = purchases[next.which] as Purchase;
    const isThere = purchase.paymentId !== null && (await stateOf(purchase.paymentId)) !== null;
    if (isThere || next.do === 'claim' || next.do === 'crash' || next.do === 'lapse')
      await play[next.do](purchase, purchase.paymentId ?? '', next);
    await check();
  }
  for (const { jobId } of purchases) if (jobId) await endJob(jobId, 'failed');
  await payments.recover(false);
  for (const { paymentId } of purchases) {
    if (paymentId && (await stateOf(paymentId)) === 'due') await payments.release(paymentId, 'due');
  }
  await check();
  const ends = Map.groupBy(await ledger(), ({ chargeId }) => chargeId);
  for (const entries of ends.values()) expect(entries, 'captured + released = reserved').toHaveLength(2);
}

function assertSums(entries: readonly LedgerEntry[]): void {
  let [used, reserved] = [0, 0];
  for (const [index, { seq, kind, credits, balance }] of entries.entries()) {
    reserved += kind === 'reserve' ? credits : -credits;
    used += kind === 'capture' ? credits : 0;
    expect([seq, balance]).toEqual([index + 1, { usedCredits: used, reservedCredits: reserved }]);
    expect(Math.min(used, reserved)).toBeGreaterThanOrEqual(0);
  }
}

/** A purchase of the wallet with its own authorization. */
export function newPurchase(ownerId: string, index: number): Purchase {
  const from = ownerId.replace('wallet:', '');
  const network = PAYMENT_NETWORKS['eip155:84532'];
  const resource = { url: 'https://example.com/v1/x', description: 'X', mimeType: 'application/json' };
  const requirements = requirementsOf({
    network,
    payTo: PAY_TO,
    amountAtomic: 10_000n,
    maxTimeoutSeconds: 300,
    resource,
  });
  const nonce = `0x${String(index).padStart(64, '0')}`;
  const authorization = {
    from,
    to: PAY_TO,
    value: '10000',
    validAfter: '0',
    validBefore: '9999999999',
    nonce,
  };
  const order: NewPayment = {
    payer: from,
    version: 2,
    identifier: null,
    authorization,
    signature: `0x${String(index).padStart(130, '0')}`,
    requirements,
    resource,
    operation: 'extract',
    // The third and the fourth buy the same: one call, signed twice.
    requestSha256: String(Math.min(index, 2)).padStart(64, '0'),
    ownerId,
    credits: 10,
    fromBlock: 0n,
  };
  return { order, paymentId: null, jobId: null, isPaid: false };
}
