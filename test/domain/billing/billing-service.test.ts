import { expect, it } from 'vitest';
import type { ApiKeyRecord } from '../../../src/domain/account/api-key.ts';
import { createBillingService } from '../../../src/domain/billing/billing-service.ts';

const KEY = { kind: 'api-key', ownerId: 'key:a', keyId: 'a', plan: 'pro' } as const;
const record = (email: string | null): ApiKeyRecord => ({
  id: 'a',
  secretSha256: '',
  plan: 'pro',
  email,
  state: 'active',
  createdAt: new Date(0),
});

const service = (email: string | null, isConfigured = true) =>
  createBillingService({
    keys: { get: async () => record(email) },
    portal: isConfigured
      ? { openSession: async (customer, back) => `https://portal.example/${customer}?back=${back}` }
      : null,
    returnUrl: 'https://here.example',
  });

it('opens the portal for the buyer of the key, however the address is spelt', async () => {
  expect(await service('Buyer@Example.com').openPortal(KEY, 'buyer@example.com')).toBe(
    'https://portal.example/Buyer@Example.com?back=https://here.example',
  );
});

it('opens it for nobody else', async () => {
  const mismatch = { code: 'BILLING_EMAIL_MISMATCH', status: 403 };
  await expect(service('a@example.com').openPortal(KEY, 'b@example.com')).rejects.toMatchObject(mismatch);
  await expect(service(null).openPortal(KEY, 'a@example.com')).rejects.toMatchObject(mismatch);
  const local = { kind: 'local', ownerId: 'local' } as const;
  await expect(service('a@example.com').openPortal(local, 'a@example.com')).rejects.toMatchObject(mismatch);
});

it('says 503 where no payment provider is configured', async () => {
  await expect(service('a@example.com', false).openPortal(KEY, 'a@example.com')).rejects.toMatchObject({
    code: 'BILLING_UNAVAILABLE',
    status: 503,
  });
});
