import { parseEventLogs } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestService, type TestService } from '../../support/api.ts';
import { startChain, type TestChain, TOKEN_ABI } from '../../support/chain.ts';
import { type Site, startSite } from '../../support/site.ts';
import { CLIENTS, KEYS, PAY_TO, PAYER } from '../../support/wallets.ts';

let chain: TestChain;
let service: TestService;
let site: Site;
beforeAll(async () => {
  chain = await startChain();
  site = await startSite({
    '/': {
      headers: { 'content-type': 'text/html' },
      body: '<title>Paid</title><p>A page that is paid for.</p>',
    },
  });
  service = await startTestService({
    AFFIANT_X402_PAY_TO: PAY_TO,
    AFFIANT_X402_FACILITATOR: 'self',
    AFFIANT_EVM_RPC_URL: chain.rpcUrl,
    AFFIANT_SETTLER_PRIVATE_KEY: KEYS.settler,
  });
}, 60_000);
afterAll(async () => {
  await service?.close();
  await site?.close();
  await chain?.stop();
});

const post = (json: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(json),
});

/** What the transaction moved, as the chain has it. */
async function movedBy(hash: string) {
  const { logs } = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` });
  return parseEventLogs({ abi: TOKEN_ABI, logs, eventName: 'Transfer' }).map(({ args }) => args);
}

const toUs = (value: bigint) => [{ from: PAYER.address, to: PAY_TO, value }];

describe.each(CLIENTS)('with $name and its default settings, a wallet', ({ pay }) => {
  it('buys a stored bundle', async () => {
    const response = await (await pay())(
      `${service.baseUrl}/v1/extract?sync=true`,
      post({ source: `${site.url}/`, include: ['markdown'] }),
    );
    const body = (await response.json()) as Json;
    expect([response.status, body['status']]).toEqual([200, 'complete']);
    expect(await movedBy(response.headers.get('x-payment-receipt') ?? '')).toEqual(toUs(75_000n));
  });

  it('buys a lean extract', async () => {
    const file = { base64: Buffer.from('Bought.').toString('base64'), filename: 'a.txt' };
    const response = await (await pay())(`${service.baseUrl}/v1/extract?store=false`, post({ file }));
    expect(response.status).toBe(200);
    expect(await movedBy(response.headers.get('x-payment-receipt') ?? '')).toEqual(toUs(10_000n));
  });

  it.each([
    ['a job', '/v1/extract', (item: Json) => item],
    ['a batch', '/v1/jobs', (item: Json) => ({ items: [item] })],
  ])('buys %s, and pays when it has ended well', async (_what, path, bodyOf) => {
    const file = { base64: Buffer.from(`Later, by ${pay}.`).toString('base64'), filename: 'b.txt' };
    const before = await chain.balanceOf(PAY_TO);
    const response = await (await pay())(`${service.baseUrl}${path}`, post(bodyOf({ file })));
    expect(response.status).toBe(202);
    expect(response.headers.get('x-payment-receipt')).toBeNull();
    await expect.poll(() => chain.balanceOf(PAY_TO), { timeout: 20_000 }).toBe(before + 75_000n);
  });
});
