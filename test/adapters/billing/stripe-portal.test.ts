import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createStripePortal } from '../../../src/adapters/billing/stripe-portal.ts';
import { createGuardedFetcher } from '../../../src/adapters/egress/guarded-fetch.ts';
import { site } from '../egress/local-servers.ts';

interface Seen {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

type Answer = (request: IncomingMessage) => { readonly status?: number; readonly json: unknown };

/** Something that answers as Stripe's API does, on loopback. */
async function standIn(answer: Answer) {
  const seen: Seen[] = [];
  const port = await site(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ line: `${method} ${url}`, authorization: headers.authorization, body: await text(request) });
    const { status = 200, json } = answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  const fetcher = createGuardedFetcher({ networks: [{ cidr: '127.0.0.0/8', port: null }] });
  const baseUrl = new URL(`http://127.0.0.1:${port}`);
  return { seen, portal: createStripePortal({ secretKey: 'sk_test_1', baseUrl, fetcher }) };
}

const isList = ({ method }: IncomingMessage) => method === 'GET';

it('opens a session for the customer with the e-mail', async () => {
  const { seen, portal } = await standIn((request) => ({
    json: isList(request)
      ? { object: 'list', data: [{ id: 'cus_1', object: 'customer' }], has_more: false }
      : { object: 'billing_portal.session', url: 'https://billing.example/s/1' },
  }));
  expect(await portal.openSession('a+b@example.com', 'https://here.example/#plans')).toBe(
    'https://billing.example/s/1',
  );
  expect(seen).toEqual([
    {
      line: 'GET /v1/customers?email=a%2Bb%40example.com&limit=1',
      authorization: 'Bearer sk_test_1',
      body: '',
    },
    {
      line: 'POST /v1/billing_portal/sessions',
      authorization: 'Bearer sk_test_1',
      body: 'customer=cus_1&return_url=https%3A%2F%2Fhere.example%2F%23plans',
    },
  ]);
});

it('says 404 when the provider knows no such customer', async () => {
  const { portal } = await standIn(() => ({ json: { object: 'list', data: [], has_more: false } }));
  await expect(portal.openSession('a@example.com', 'https://here.example')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('says 503 with time to wait, and nothing of the provider’s own words, when it refuses or is away', async () => {
  const refusing = await standIn(() => ({
    status: 401,
    json: { error: { message: 'secret words', type: 'x' } },
  }));
  const refusal = await refusing.portal.openSession('a@example.com', 'https://h.example').catch((e) => e);
  expect(refusal).toMatchObject({ code: 'BILLING_UNAVAILABLE', status: 503, retryAfterSeconds: 30 });
  expect(`${refusal.message} ${refusal.hint} ${JSON.stringify(refusal.details)}`).not.toContain('secret');
  const away = createStripePortal({
    secretKey: 'sk_test_1',
    baseUrl: new URL('http://127.0.0.1:9'),
    fetcher: createGuardedFetcher({ networks: [{ cidr: '127.0.0.0/8', port: null }] }),
  });
  await expect(away.openSession('a@example.com', 'https://h.example')).rejects.toMatchObject({
    code: 'BILLING_UNAVAILABLE',
  });
});
