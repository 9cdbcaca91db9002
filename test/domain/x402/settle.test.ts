import { describe, expect, it } from 'vitest';
import type { Fate, SeenOrder, SettlementClaim } from '../../../src/domain/x402/port.ts';
import { settle } from '../../../src/domain/x402/settle.ts';

const TX = `0x${'ab'.repeat(32)}`;
const settledClaim: SettlementClaim = { kind: 'settled', transaction: `0x${'11'.repeat(32)}` };
const unknown: SettlementClaim = { kind: 'unknown', reason: 'timeout' };
const refused: SettlementClaim = { kind: 'refused', reason: 'insufficient_funds' };
const open: Fate = { kind: 'open' };
const paid: Fate = { kind: 'settled', transaction: TX };
const dead: Fate = { kind: 'dead' };

/** Settle with a facilitator and a chain that answer so, one after another; the last answer stays. */
async function play(
  claims: readonly SettlementClaim[],
  fates: readonly (Fate | Error)[],
  { isFirst = true, isIndependent = true } = {},
) {
  let now = 0;
  const next = <T>(answers: readonly T[]) => {
    let turn = 0;
    return () => answers[Math.min(turn++, answers.length - 1)] as T;
  };
  const [claim, fate] = [next(claims), next(fates)];
  const parts = {
    facilitator: { verify: () => Promise.reject(new Error('not asked')), settle: async () => claim() },
    ledger: {
      isIndependent,
      blockNumber: async () => 0n,
      async fateOf() {
        const answer = fate();
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    clock: { now: () => new Date(now) },
    wait: async (ms: number) => {
      now += ms;
    },
  };
  const settlement = await settle({} as SeenOrder, parts, { patienceMs: 5_000, isFirst });
  return { ...settlement, waitedMs: now };
}

describe('a settlement', () => {
  it('is what the chain shows, not what the facilitator says', async () => {
    expect(await play([settledClaim], [paid])).toMatchObject({ kind: 'settled', transaction: TX });
    expect(await play([refused], [paid])).toMatchObject({ kind: 'settled', transaction: TX });
    expect(await play([settledClaim], [open])).toMatchObject({ kind: 'pending' });
    expect(await play([settledClaim], [dead])).toMatchObject({ kind: 'refused' });
  });

  it('is asked for again until the chain shows it', async () => {
    const { kind, waitedMs } = await play([unknown], [open, open, paid]);
    expect([kind, waitedMs]).toEqual(['settled', 300]);
  });

  it('is pending once patience ends, also when no node answers', async () => {
    const { kind, waitedMs } = await play([unknown], [new Error('no node')]);
    expect(kind).toBe('pending');
    expect(waitedMs).toBeLessThan(8_000);
  });

  it('that is refused at once is over', async () => {
    expect(await play([refused], [open])).toEqual({ kind: 'refused', waitedMs: 0 });
  });

  it('that is refused after an unknown answer may be under way: only the chain says no', async () => {
    expect(await play([unknown, refused], [open])).toMatchObject({ kind: 'pending' });
    expect(await play([unknown, refused], [open, open, dead])).toMatchObject({ kind: 'refused' });
    expect(await play([refused], [open], { isFirst: false })).toMatchObject({ kind: 'pending' });
  });

  it('without a chain is what the facilitator says', async () => {
    const { transaction } = settledClaim as { transaction: string };
    expect(await play([settledClaim], [open], { isIndependent: false })).toMatchObject({ transaction });
  });
});
