import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKeyRepository } from '../../src/adapters/database/api-key-repository.ts';
import type { ApiKeyRecord } from '../../src/domain/account/api-key.ts';
import type { ApiKeyRepository } from '../../src/domain/account/port.ts';
import { databaseKinds } from '../support/databases.ts';

const record = (id: string, overrides: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id,
  secretSha256: 'a'.repeat(64),
  plan: 'free',
  email: null,
  state: 'active',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  ...overrides,
});

describe.each(databaseKinds)('API keys in $kind', (databases) => {
  const source = databases.prepare();
  let keys: ApiKeyRepository;
  beforeAll(async () => {
    keys = createApiKeyRepository(await source.open());
  });

  it('gives back what was stored, to the millisecond', async () => {
    const stored = record('roundtrip', { email: 'someone@example.org', plan: 'scale' });
    expect(await keys.create(stored)).toBe(true);
    expect(await keys.get('roundtrip')).toEqual(stored);
  });

  it('answers null for an unknown key', async () => {
    expect(await keys.get('unknown')).toBeNull();
    expect(await keys.setState('unknown', 'suspended')).toBeNull();
  });

  it('refuses an id that is taken and keeps the first record', async () => {
    await keys.create(record('taken'));
    expect(await keys.create(record('taken', { plan: 'pro' }))).toBe(false);
    expect(await keys.get('taken')).toMatchObject({ plan: 'free' });
  });

  it('suspends a key and makes it active again', async () => {
    await keys.create(record('toggled'));
    expect(await keys.setState('toggled', 'suspended')).toMatchObject({ state: 'suspended' });
    expect(await keys.setState('toggled', 'active')).toMatchObject({ state: 'active' });
  });

  it('never brings a revoked key back', async () => {
    await keys.create(record('revoked'));
    await keys.setState('revoked', 'revoked');
    expect(await keys.setState('revoked', 'active')).toMatchObject({ state: 'revoked' });
  });

  it('lists keys by age', async () => {
    await keys.create(record('zzz-oldest', { createdAt: new Date('2020-01-01T00:00:00.000Z') }));
    const ids = (await keys.list()).map(({ id }) => id);
    expect(ids[0]).toBe('zzz-oldest');
    expect(ids).toContain('roundtrip');
  });
});
