import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parsePlans } from '../../../src/domain/account/plan.ts';

const file = (...plans: unknown[]) => JSON.stringify({ plans });
const free = { id: 'free', monthly_credits: 5000 };

it('the plans that come with the service are those of the design', async () => {
  const text = await readFile(new URL('../../../resources/plans.json', import.meta.url), 'utf8');
  expect([...parsePlans(text).values()]).toEqual([
    { id: 'free', monthlyCredits: 5000 },
    { id: 'pro', monthlyCredits: 100_000 },
    { id: 'scale', monthlyCredits: 1_000_000 },
  ]);
});

it.each([
  ['no JSON', '{', /not valid JSON/],
  ['no plans', file(), /plans/],
  ['the same plan twice', file(free, free), /same id/],
  ['a fraction of a credit', file({ ...free, monthly_credits: 0.5 }), /monthly_credits/],
  ['a negative sum', file({ ...free, monthly_credits: -1 }), /monthly_credits/],
  ['a name that is no name', file({ ...free, id: 'Free plan' }), /id/],
  ['an unknown member', file({ ...free, price: 1 }), /price/],
])('refuses a file with %s and says where', (_, text, message) => {
  expect(() => parsePlans(text)).toThrow(message);
});
