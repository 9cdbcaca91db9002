import type { Database } from '../../src/adapters/database/database.ts';
import { endJob } from '../../src/adapters/database/job-rows.ts';
import { createChargeRepository } from '../../src/adapters/payment/charge-repository.ts';
import type { Clock } from '../../src/core/clock.ts';
import { createId } from '../../src/core/id.ts';
import { billingPeriodOf } from '../../src/domain/payment/billing-period.ts';
import type {
  Balance,
  ChargeRepository,
  ChargeState,
  LedgerEntry,
  NewCharge,
} from '../../src/domain/payment/port.ts';

/** A clock that stands until it is moved. */
export class TestClock implements Clock {
  time: number;
  constructor(start: string) {
    this.time = Date.parse(start);
  }
  now(): Date {
    return new Date(this.time);
  }
}

/** Charges together with the jobs that may take them over. */
export interface ChargeWorld {
  readonly charges: ChargeRepository;
  queueJob(): Promise<string>;
  endJob(jobId: string, status: 'complete' | 'failed'): Promise<void>;
}

/** The real thing: rows of jobs without the queue behind them. */
export const sqlWorld = (database: Database, clock: Clock): ChargeWorld => ({
  charges: createChargeRepository(database, clock),
  async queueJob() {
    const jobId = createId('job');
    const row = {
      job_id: jobId,
      owner_id: 'key:a',
      type: 'extract' as const,
      status: 'queued' as const,
      progress_pct: 0,
      created_at: clock.now(),
      price_credits: 0,
      parameters: '{}',
    };
    await database.query((db) => db.insertInto('jobs').values(row).execute());
    return jobId;
  },
  async endJob(jobId, status) {
    await database.transaction((trx) => endJob(trx, jobId, { status, completed_at: clock.now() }));
  },
});

interface MemoryCharge extends NewCharge {
  readonly chargeId: string;
  readonly period: string;
  readonly reservedAt: number;
  state: ChargeState;
  jobId: string | null;
}

const CALL_MS = 11 * 60_000;
const KEY_MS = 24 * 3_600_000;
const NOTHING: Balance = { usedCredits: 0, reservedCredits: 0 };

/** The same rules in memory, for properties over thousands of histories. */
export function memoryWorld(clock: Clock): ChargeWorld {
  const charges = new Map<string, MemoryCharge>();
  const ledgers = new Map<string, LedgerEntry[]>();
  const ends = new Map<string, 'complete' | 'failed'>();
  const ledgerOf = (ownerId: string, period: string) => {
    const name = `${ownerId} ${period}`;
    const ledger = ledgers.get(name) ?? [];
    ledgers.set(name, ledger);
    return ledger;
  };
  const append = (charge: MemoryCharge, kind: LedgerEntry['kind']) => {
    const ledger = ledgerOf(charge.ownerId, charge.period);
    const before = ledger.at(-1)?.balance ?? NOTHING;
    const { chargeId, operation, jobId, credits } = charge;
    const balance = {
      usedCredits: before.usedCredits + (kind === 'capture' ? credits : 0),
      reservedCredits: before.reservedCredits + (kind === 'reserve' ? credits : -credits),
    };
    ledger.push({
      seq: ledger.length + 1,
      at: clock.now(),
      kind,
      chargeId,
      operation,
      jobId,
      transaction: null,
      credits,
      balance,
    });
  };
  const end = (charge: MemoryCharge, state: 'captured' | 'released', by: 'call' | 'anybody') => {
    if (charge.state !== 'reserved' || (by === 'call' && charge.jobId !== null)) return;
    charge.state = state;
    append(charge, state === 'captured' ? 'capture' : 'release');
  };
  const find = (chargeId: string) => charges.get(chargeId)!;
  const isInForce = ({ state, jobId }: MemoryCharge) => state !== 'released' || jobId !== null;
  const decide = (charge: MemoryCharge, status: 'complete' | 'failed') =>
    end(charge, status === 'complete' ? 'captured' : 'released', 'anybody');
  const isPaid = ({ ownerId, operation, idempotencyKey }: NewCharge) =>
    idempotencyKey !== null &&
    [...charges.values()].some(
      (charge) =>
        charge.ownerId === ownerId &&
        charge.operation === operation &&
        charge.idempotencyKey === idempotencyKey &&
        charge.reservedAt > clock.now().getTime() - KEY_MS &&
        (charge.state === 'captured' || (charge.state === 'reserved' && charge.jobId !== null)),
    );
  const balanceOf = (ownerId: string, period: string) => ledgerOf(ownerId, period).at(-1)?.balance ?? NOTHING;
  return {
    charges: {
      async reserve(charge, limitCredits) {
        if (isPaid(charge)) return { kind: 'paid' };
        const period = billingPeriodOf(clock.now());
        const balance = balanceOf(charge.ownerId, period);
        if (balance.usedCredits + balance.reservedCredits + charge.credits > limitCredits)
          return { kind: 'exhausted', balance };
        const chargeId = createId('chg');
        const reserved: MemoryCharge = {
          ...charge,
          chargeId,
          period,
          reservedAt: clock.now().getTime(),
          state: 'reserved',
          jobId: null,
        };
        charges.set(chargeId, reserved);
        append(reserved, 'reserve');
        return { kind: 'reserved', chargeId };
      },
      async capture(chargeId) {
        end(find(chargeId), 'captured', 'call');
        return isInForce(find(chargeId));
      },
      async handTo(chargeId, jobId) {
        const charge = find(chargeId);
        if (charge.state === 'reserved') charge.jobId = jobId;
        const status = ends.get(jobId);
        if (status && charge.jobId === jobId) decide(charge, status);
        return isInForce(charge);
      },
      async release(chargeId) {
        end(find(chargeId), 'released', 'anybody');
      },
      async releaseAbandoned(callsUnderWay) {
        const before = clock.now().getTime() - (callsUnderWay ? CALL_MS : 0);
        for (const charge of charges.values())
          if (charge.reservedAt <= before) end(charge, 'released', 'call');
      },
      balance: async (ownerId, period) => balanceOf(ownerId, period),
      entries: async ({ ownerId, period, afterSeq, limit }) =>
        ledgerOf(ownerId, period)
          .slice(afterSeq, afterSeq + limit)
          .map((entry) => ({ ...entry, jobId: find(entry.chargeId).jobId })),
    },
    queueJob: async () => createId('job'),
    async endJob(jobId, status) {
      if (ends.has(jobId)) return;
      ends.set(jobId, status);
      for (const charge of charges.values()) if (charge.jobId === jobId) decide(charge, status);
    },
  };
}
