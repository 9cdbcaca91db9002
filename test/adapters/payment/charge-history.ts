import fc from 'fast-check';
import { expect } from 'vitest';
import type { LedgerEntry } from '../../../src/domain/payment/port.ts';
import type { ChargeWorld, TestClock } from '../../support/charges.ts';

/** Credits of the owner in each month. */
const LIMIT = 100;
/** So many calls are under way at most in one history. */
const CALLS = 6;

const which = fc.nat({ max: CALLS - 1 });
const key = fc.option(fc.constantFrom('k', 'l'), { nil: null, freq: 2 });

/** One step of one of several calls, or something that happens to all of them. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      credits: fc.integer({ min: 1, max: 60 }),
      key,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('queue' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand over' as const), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('succeed' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fail' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('end job' as const), which, isComplete: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'lapse' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'next month' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Interleaved steps of several calls. */
export const histories = fc.array(step, { minLength: 5, maxLength: 40 });

/** A call as its caller saw it. */
interface Call {
  readonly chargeId: string;
  answer: 'none' | 'success' | 'failure';
  job: { readonly jobId: string; end: 'none' | 'complete' | 'failed'; hasCharge: boolean } | null;
}

/** Play a history for one owner, check the ledger after each step, and let everything end. */
export async function playHistory(
  { charges, queueJob, endJob }: ChargeWorld,
  clock: TestClock,
  { ownerId, history }: { readonly ownerId: string; readonly history: readonly Step[] },
): Promise<void> {
  const calls: Call[] = [];
  const periods = new Set<string>();
  const underWay = () => calls.filter(({ answer }) => answer === 'none');
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % (from.length || 1)];

  const succeed = async (call: Call) => {
    call.answer = (await charges.capture(call.chargeId)) ? 'success' : 'failure';
  };
  const fail = async (call: Call) => {
    call.answer = 'failure';
    await charges.release(call.chargeId);
  };
  const play: { readonly [K in Step['do']]: (step: Extract<Step, { do: K }>) => Promise<unknown> } = {
    async begin(begin) {
      if (underWay().length >= CALLS) return;
      const charge = { ownerId, operation: 'extract', credits: begin.credits, idempotencyKey: begin.key };
      const outcome = await charges.reserve(charge, LIMIT);
      if (outcome.kind === 'reserved') calls.push({ chargeId: outcome.chargeId, answer: 'none', job: null });
    },
    async queue({ which }) {
      const free = underWay().filter(({ job }) => job === null);
      const call = pick(free, which);
      if (call) call.job = { jobId: await queueJob(), end: 'none', hasCharge: false };
    },
    async 'hand over'({ which }) {
      const waiting = underWay().filter(({ job }) => job !== null);
      const call = pick(waiting, which);
      if (!call?.job) return;
      call.job.hasCharge = await charges.handTo(call.chargeId, call.job.jobId);
      call.answer = call.job.hasCharge ? 'success' : 'failure';
    },
    async succeed({ which }) {
      const call = pick(underWay(), which);
      if (call) await succeed(call);
    },
    async fail({ which }) {
      const call = pick(underWay(), which);
      if (call) await fail(call);
    },
    async 'end job'({ which, isComplete }) {
      const call = pick(
        calls.filter(({ job }) => job?.end === 'none'),
        which,
      );
      if (!call?.job) return;
      call.job.end = isComplete ? 'complete' : 'failed';
      await endJob(call.job.jobId, call.job.end);
    },
    async crash() {
      for (const call of underWay()) call.answer = 'failure';
      await charges.releaseAbandoned(false);
    },
    async lapse() {
      clock.time += 11 * 60_000;
      await charges.releaseAbandoned(true);
    },
    async 'next month'() {
      clock.time += 31 * 86_400_000;
    },
  };

  const ledger = async () => {
    periods.add(clock.now().toISOString().slice(0, 7));
    const all: LedgerEntry[] = [];
    for (const period of periods) {
      const entries = await charges.entries({ ownerId, period, afterSeq: 0, limit: 1000 });
      assertSums(entries);
      expect(await charges.balance(ownerId, period)).toEqual(entries.at(-1)?.balance ?? NOTHING);
      all.push(...entries);
    }
    return Map.groupBy(all, ({ chargeId }) => chargeId);
  };

  for (const next of history) {
    // biome-ignore lint/suspicious/noExplicitAny: each step has its own shape.
    await play[next.do](next as any);
    assertCharges(calls, await ledger());
  }
  for (const call of underWay()) await fail(call);
  for (const { job } of calls) {
    if (job?.end !== 'none') continue;
    job.end = 'failed';
    await endJob(job.jobId, 'failed');
  }
  const entries = await ledger();
  assertCharges(calls, entries);
  for (const { chargeId } of calls)
    expect(entries.get(chargeId), 'captured + released = reserved').toHaveLength(2);
}

const NOTHING = { usedCredits: 0, reservedCredits: 0 };

/** Entries are dense, each states the sums up to it, no sum is negative, and the limit holds. */
function assertSums(entries: readonly LedgerEntry[]): void {
  let [used, reserved] = [0, 0];
  for (const [index, { seq, kind, credits, balance }] of entries.entries()) {
    reserved += kind === 'reserve' ? credits : -credits;
    used += kind === 'capture' ? credits : 0;
    expect([seq, balance]).toEqual([index + 1, { usedCredits: used, reservedCredits: reserved }]);
    expect(Math.min(used, reserved)).toBeGreaterThanOrEqual(0);
    expect(used + reserved).toBeLessThanOrEqual(LIMIT);
  }
}

/** Who was charged got an answer or a bundle, and who got one was charged. */
function assertCharges(calls: readonly Call[], entries: Map<string, LedgerEntry[]>): void {
  for (const { chargeId, answer, job } of calls) {
    const [first, second, ...more] = (entries.get(chargeId) ?? []).map(({ kind }) => kind);
    expect([first, more]).toEqual(['reserve', []]);
    const decidedByJob = job?.hasCharge === true;
    if (answer === 'failure') expect(second, 'no charge on a failure').toBe('release');
    else if (decidedByJob) expect(second).toBe(JOB_ENDS[job.end]);
    else if (answer === 'success') expect(second).toBe('capture');
    else expect(second, 'no charge before the answer').not.toBe('capture');
  }
}

const JOB_ENDS = { none: undefined, complete: 'capture', failed: 'release' } as const;
