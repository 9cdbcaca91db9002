import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyReceiptSignatureEIP712 } from '@x402/extensions/offer-receipt';
import { parseEventLogs } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentDigest } from '../../../src/domain/custody/signed-document.ts';
import type { SignInChallenge } from '../../../src/domain/sign-in/challenge.ts';
import { recoverSigner } from '../../../src/domain/signing/recover.ts';
import { type Json, startTestService, type TestService } from '../../support/api.ts';
import { startChain, type TestChain, TOKEN_ABI } from '../../support/chain.ts';
import { signedHeader } from '../../support/sign-in.ts';
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

const readSeal = async (bundleId: string) =>
  JSON.parse(
    await readFile(join(service.dataDir, 'bundles', bundleId, 'seals/payment.json'), 'utf8'),
  ) as Json;

/** The payer proves itself where nothing is paid. @returns what makes a call one of its session. */
async function asPayer() {
  const refused = await service.call('/v1/quota', { key: null });
  const challenge = refused.body['sign_in'] as SignInChallenge;
  const header = await signedHeader(challenge, PAYER, `${service.baseUrl}/v1/quota`);
  const { headers } = await service.call('/v1/quota', { key: null, headers: { 'sign-in-with-x': header } });
  return { headers: { authorization: `Bearer ${headers.get('x-session-token')}` } };
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
    const transaction = response.headers.get('x-payment-receipt') ?? '';
    expect(await movedBy(transaction)).toEqual(toUs(75_000n));

    const { keys } = (await service.call('/v1/keys')).body as { keys: { signer_address: string }[] };
    const signer = keys[0]?.signer_address;
    const seal = await readSeal(String(body['bundle_id']));
    expect(seal).toMatchObject({
      schema: 'affiant-payment/v1',
      manifest_sha256: body['manifest_sha256'],
      payer: PAYER.address,
      amount: '75000',
      transaction,
    });
    const text = `affiant-payment/v1\n${documentDigest(seal)}`;
    expect(recoverSigner(text, String(seal['signature']))).toBe(signer);
    const told = JSON.parse(atob(response.headers.get('payment-response') ?? ''));
    const receipts = [seal['receipt'], told.extensions['offer-receipt'].info.receipt];
    for (const receipt of receipts as Parameters<typeof verifyReceiptSignatureEIP712>[0][]) {
      const { payload, signer: by } = await verifyReceiptSignatureEIP712(receipt);
      expect([by, payload.transaction, payload.payer]).toEqual([signer, transaction, PAYER.address]);
    }
    const verified = await service.call(`/v1/extract/${body['bundle_id']}/verify`, await asPayer());
    expect(verified.body['verified']).toBe(true);
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
    const { job_id: id } = (await response.json()) as Json;
    const payer = await asPayer();
    const jobNow = async () => (await service.call(`/v1/jobs/${id}`, payer)).body;
    await expect.poll(async () => (await jobNow())['status'], { timeout: 20_000 }).toBe('complete');
    const { payment } = await jobNow();
    expect(payment).toMatchObject({ network: 'eip155:84532', payer: PAYER.address, amount: '75000' });
    expect(await movedBy((payment as { transaction: string }).transaction)).toEqual(toUs(75_000n));
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 75_000n);
  });
});
