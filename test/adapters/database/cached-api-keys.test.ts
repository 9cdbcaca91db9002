import { expect, it } from 'vitest';
import { cacheApiKeys } from '../../../src/adapters/database/cached-api-keys.ts';
import type { ApiKeyRecord } from '../../../src/domain/account/api-key.ts';

const record: ApiKeyRecord = {
  id: 'a',
  secretSha256: 'x',
  plan: 'free',
  email: null,
  state: 'active',
  createdAt: new Date(0),
};

/** A cache over one key, with the look-ups that reached the database. */
function cached(ttlMs: number) {
  let stored = record;
  let now = 0;
  const lookups: string[] = [];
  const keys = cacheApiKeys(
    {
      get: async (id) => {
        lookups.push(id);
        return id === stored.id ? stored : null;
      },
      create: async () => true,
      list: async () => [stored],
      setState: async (_id, state) => {
        stored = { ...stored, state };
        return stored;
      },
    },
    { ttlMs, clock: { now: () => new Date(now) } },
  );
  return {
    keys,
    lookups,
    pass: (ms: number) => (now += ms),
    change: (state: ApiKeyRecord['state']) => (stored = { ...stored, state }),
  };
}

it('asks the database once for a key', async () => {
  const { keys, lookups } = cached(Number.POSITIVE_INFINITY);
  await keys.get('a');
  expect(await keys.get('a')).toEqual(record);
  expect(lookups).toEqual(['a']);
});

it('sees a change of its own at once, and of another process after its time', async () => {
  const { keys, pass, change } = cached(1000);
  await keys.get('a');
  await keys.setState('a', 'suspended');
  expect((await keys.get('a'))?.state).toBe('suspended');
  change('revoked');
  expect((await keys.get('a'))?.state).toBe('suspended');
  pass(1000);
  expect((await keys.get('a'))?.state).toBe('revoked');
});

it('keeps no unknown key, so that one made meanwhile is found', async () => {
  const { keys, lookups } = cached(Number.POSITIVE_INFINITY);
  await keys.get('b');
  await keys.get('b');
  expect(lookups).toEqual(['b', 'b']);
});
