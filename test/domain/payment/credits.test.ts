import { beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS, LOCAL, type Principal } from '../../../src/domain/account/principal.ts';
import { chooseCashier, freeCashier } from '../../../src/domain/payment/cashier.ts';
import { createCreditCashier } from '../../../src/domain/payment/credit-cashier.ts';
import type { Cashier } from '../../../src/domain/payment/port.ts';
import { createQuotaService, type QuotaService } from '../../../src/domain/payment/quota.ts';
import { type ChargeWorld, memoryWorld, TestClock } from '../../support/charges.ts';

const KEY = { kind: 'api-key', ownerId: 'key:a', keyId: 'a', plan: 'small' } as const;

let clock: TestClock;
let world: ChargeWorld;
let cashier: Cashier;
let quotas: QuotaService;

beforeEach(() => {
  clock = new TestClock('2026-11-30T23:59:00Z');
  world = memoryWorld(clock);
  const parts = {
    charges: world.charges,
    plans: new Map([['small', { id: 'small', monthlyCredits: 100 }]]),
    clock,
  };
  cashier = chooseCashier({
    'api-key': createCreditCashier({ ...parts, upgradeUrl: 'https://example.com/#plans' }),
    local: freeCashier,
  });
  quotas = createQuotaService(parts);
});

const order = (credits: number, principal: Principal = KEY) => ({
  principal,
  operation: 'extract',
  credits,
  idempotencyKey: null,
});

describe('credits of an API key', () => {
  it('are reserved before the work, used by what succeeds and given back by what fails', async () => {
    const first = await cashier.reserve(order(60));
    expect(await quotas.quotaOf(KEY)).toMatchObject({ usedCredits: 0, remainingCredits: 40 });
    await first.capture({});
    const second = await cashier.reserve(order(40));
    await second.release();
    expect(await quotas.quotaOf(KEY)).toEqual({
      planId: 'small',
      period: '2026-11',
      usedCredits: 60,
      monthlyCredits: 100,
      remainingCredits: 40,
      resetAt: new Date('2026-12-01T00:00:00Z'),
      isUnlimited: false,
    });
  });

  it('answer 402 with quota, upgrade address and reset when they do not suffice', async () => {
    await (await cashier.reserve(order(60))).capture({});
    const open = await cashier.reserve(order(10));
    await expect(cashier.reserve(order(31))).rejects.toMatchObject({
      code: 'QUOTA_EXHAUSTED',
      status: 402,
      details: {
        quota: { used: 60, limit: 100, remaining: 30 },
        upgrade_url: 'https://example.com/#plans',
        reset_at: '2026-12-01T00:00:00.000Z',
      },
    });
    await open.release();
    await expect(cashier.reserve(order(40))).resolves.toMatchObject({ credits: 40 });
  });

  it('begin anew on the 1st at 00:00 UTC; what was reserved before counts in its own month', async () => {
    const reservation = await cashier.reserve(order(100));
    clock.time = Date.parse('2026-12-01T00:00:00Z');
    expect(await quotas.quotaOf(KEY)).toMatchObject({ period: '2026-12', remainingCredits: 100 });
    await reservation.capture({});
    expect(await quotas.quotaOf(KEY)).toMatchObject({ usedCredits: 0, remainingCredits: 100 });
    expect(await world.charges.balance('key:a', '2026-11')).toEqual({ usedCredits: 100, reservedCredits: 0 });
  });

  it('are none when the plan is gone from the file', async () => {
    const gone = { ...KEY, plan: 'gone' };
    await expect(cashier.reserve(order(1, gone))).rejects.toMatchObject({ code: 'QUOTA_EXHAUSTED' });
    expect(await quotas.quotaOf(gone)).toMatchObject({ monthlyCredits: 0, remainingCredits: 0 });
  });

  it('are charged once for one idempotency key, and again a day later', async () => {
    const keyed = { ...order(10), idempotencyKey: 'k' };
    await (await cashier.reserve(keyed)).capture({});
    expect(await cashier.reserve(keyed)).toMatchObject({ credits: 0 });
    expect(await cashier.reserve({ ...keyed, operation: 'search' })).toMatchObject({ credits: 10 });
    expect(await cashier.reserve({ ...keyed, idempotencyKey: 'l' })).toMatchObject({ credits: 10 });
    clock.time += 24 * 3_600_000;
    expect(await cashier.reserve(keyed)).toMatchObject({ credits: 10 });
  });

  it('are not captured once the reservation has lapsed', async () => {
    const reservation = await cashier.reserve(order(10));
    clock.time += 11 * 60_000;
    await world.charges.releaseAbandoned(true);
    await expect(reservation.capture({})).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });
});

it('a free call needs no cashier, and who has none cannot make a priced one', async () => {
  expect(await cashier.reserve(order(0, ANONYMOUS))).toMatchObject({ credits: 0 });
  const wallet: Principal = { kind: 'wallet', ownerId: 'wallet:0x', address: '0x' };
  for (const principal of [ANONYMOUS, wallet])
    await expect(cashier.reserve(order(1, principal))).rejects.toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
    });
});

it('the operator’s own machine is charged nothing and told so in whole numbers', async () => {
  const reservation = await cashier.reserve(order(500, LOCAL));
  await reservation.capture({});
  expect(reservation).toMatchObject({ credits: 0 });
  const quota = await quotas.quotaOf({ kind: 'local', ownerId: 'local' });
  expect(quota).toMatchObject({ planId: 'local', isUnlimited: true, usedCredits: 0 });
  expect(Number.isSafeInteger(quota.remainingCredits)).toBe(true);
  expect(await quotas.quotaOf({ kind: 'wallet', ownerId: 'wallet:0x', address: '0x' })).toMatchObject({
    planId: 'pay_per_call',
    monthlyCredits: 0,
  });
});
