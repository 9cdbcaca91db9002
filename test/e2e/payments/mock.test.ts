import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, KEY, startTestService, type TestService } from '../../support/api.ts';
import {
  CLIENTS,
  decodePayment,
  encodePayment,
  OTHER,
  PAY_TO,
  PAYER,
  payByV2,
  signPayment,
} from '../../support/wallets.ts';

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await startTestService({ AFFIANT_X402_PAY_TO: PAY_TO });
  url = `${service.baseUrl}/v1/extract?store=false`;
}, 60_000);
afterAll(() => service.close());

const lean = (text: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ file: { base64: Buffer.from(text).toString('base64'), filename: 'a.txt' } }),
});

const send = async (header: string, init: RequestInit & { headers: Record<string, string> }, to = url) => {
  const response = await fetch(to, { ...init, headers: { ...init.headers, 'payment-signature': header } });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
};

describe('a priced call without a payment', () => {
  it('is answered with its price in both versions and in plain headers', async () => {
    const response = await fetch(url, lean('unpaid'));
    expect(response.status).toBe(402);
    const body = (await response.json()) as Json;
    expect(body).toMatchObject({
      code: 'PAYMENT_REQUIRED',
      charged: false,
      x402Version: 1,
      accepts: [
        {
          scheme: 'exact',
          network: 'base-sepolia',
          maxAmountRequired: '10000',
          payTo: PAY_TO,
          resource: url.split('?')[0],
        },
      ],
      payment: { amount: '10000', network: 'eip155:84532', recipient: PAY_TO },
    });
    expect(response.headers.get('x-payment-amount')).toBe('10000');
    expect(response.headers.get('x-payment-recipient')).toBe(PAY_TO);
    expect(response.headers.get('x-payment-network')).toBe('eip155:84532');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED');
    const required = JSON.parse(atob(response.headers.get('payment-required') ?? ''));
    expect(required).toMatchObject({
      x402Version: 2,
      accepts: [{ amount: '10000', network: 'eip155:84532' }],
    });
  });

  it('asks the price of what is bought, also when nothing of it can be read', async () => {
    const amountOf = async (path: string, body: unknown) =>
      (await service.call(path, { key: null, json: body })).headers.get('x-payment-amount');
    expect(await amountOf('/v1/extract', { source: 'https://example.com/' })).toBe('75000');
    expect(await amountOf('/v1/extract', { source: 'https://example.com/', store: false })).toBe('10000');
    expect(await amountOf('/v1/extract', {})).toBe('75000');
    expect(await amountOf('/v1/quickstart/sample-bundle', {})).toBe('10000');
  });

  it('leaves free routes to credentials', async () => {
    const id = 'ev_01JD0000000000000000000000';
    const { status, body } = await service.call(`/v1/extract/${id}`, { key: null });
    expect([status, body['code']]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
});

describe.each(CLIENTS)('$name', ({ pay }) => {
  it('buys a lean extract', async () => {
    const response = await (await pay())(url, lean(`bought by ${pay}`));
    expect(response.status).toBe(200);
    expect(((await response.json()) as Json)['markdown']).toContain('bought');
    expect(response.headers.get('x-payment-receipt')).toMatch(/^0xdecaf000[0-9a-f]{56}$/);
  });

  it('buys a stored bundle', async () => {
    const response = await (await pay())(`${service.baseUrl}/v1/quickstart/sample-bundle`, {
      method: 'POST',
    });
    expect(response.status).toBe(201);
    expect((await response.json()) as Json).toMatchObject({ status: 'complete' });
  });
});

describe('a payment', () => {
  it('is delivered once: shown again it gets its receipt', async () => {
    const init = lean('once');
    const header = await signPayment(url, init);
    const first = await send(header, init);
    expect([first.status, first.body['status']]).toEqual([200, 'complete']);
    const again = await send(header, init);
    const transaction = first.headers.get('x-payment-receipt');
    expect([again.status, again.body]).toEqual([200, { already_delivered: true, transaction }]);
  });

  it('copied ten times at once is charged once', async () => {
    const init = lean('copies');
    const header = await signPayment(url, init);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(header, init)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('x-payment-receipt'))).size).toBe(1);
    expect(answers.some(({ body }) => body['status'] === 'complete')).toBe(true);
  });

  it('buys no other request', async () => {
    const header = await signPayment(url, lean('mine'));
    expect((await send(header, lean('mine'))).status).toBe(200);
    const sameprice = await send(header, lean('another'));
    expect([sameprice.status, sameprice.body['code']]).toEqual([409, 'PAYMENT_REUSED']);
    const dearer = await send(header, lean('mine'), `${service.baseUrl}/v1/extract`);
    expect([dearer.status, dearer.body['code']]).toEqual([409, 'PAYMENT_REUSED']);
  });

  it('of a call that fails is not taken, and can be used again', async () => {
    const image = {
      ...lean(''),
      body: JSON.stringify({ file: { base64: 'JVBERi0xLjcK', filename: 'a.pdf' } }),
    };
    const header = await signPayment(url, image);
    const failed = await send(header, image);
    expect([failed.status, failed.body['charged']]).toEqual([422, false]);
    expect((await send(header, lean('good'))).status).toBe(200);
  });

  it('with another signature than the payer’s is refused', async () => {
    const init = lean('forged');
    const payment = decodePayment(await signPayment(url, init));
    const signature = `0x${'22'.repeat(64)}1b`;
    const forged = encodePayment({ ...payment, payload: { ...payment.payload, signature } });
    const { status, body } = await send(forged, init);
    expect([status, body['code']]).toEqual([402, 'PAYMENT_INVALID']);
    expect(body['accepts']).toHaveLength(1);
  });

  it.each([
    ['another recipient', { to: OTHER.address }],
    ['another amount', { value: '1' }],
  ])('to %s is refused before anybody is asked', async (_what, change) => {
    const init = lean('changed');
    const payment = decodePayment(await signPayment(url, init));
    const authorization = { ...payment.payload.authorization, ...change };
    const { status, body } = await send(
      encodePayment({ ...payment, payload: { ...payment.payload, authorization } }),
      init,
    );
    expect([status, body['code']]).toEqual([402, 'PAYMENT_INVALID']);
  });

  it.each(['%%%', encodePayment({ x402Version: 3 }), encodePayment([])])(
    'that is none (%s) is a 400',
    async (header) => {
      const { status, body } = await send(header, lean('none'));
      expect([status, body['code']]).toEqual([400, 'PAYMENT_MALFORMED']);
    },
  );

  it('beside an API key is refused: one call is paid one way', async () => {
    const init = lean('both');
    const header = await signPayment(url, init);
    const { status, body } = await send(header, { ...init, headers: { ...init.headers, 'x-api-key': KEY } });
    expect([status, body['code']]).toEqual([400, 'CREDENTIALS_CONFLICT']);
  });

  it('identifies nobody on a free route', async () => {
    const init = lean('free');
    const header = await signPayment(url, init);
    const response = await fetch(`${service.baseUrl}/v1/quota`, { headers: { 'payment-signature': header } });
    expect(response.status).toBe(401);
  });
});

it('a wallet owns what it bought', async () => {
  const response = await payByV2()(`${service.baseUrl}/v1/quickstart/sample-bundle`, { method: 'POST' });
  const { bundle_id: id } = (await response.json()) as Json;
  const other = await service.call(`/v1/extract/${id}`);
  expect(other.status).toBe(404);
  expect(PAYER.address).toMatch(/^0x/);
});
