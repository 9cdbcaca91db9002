import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignInChallenge } from '../../../src/domain/sign-in/challenge.ts';
import { startTestService, type TestService } from '../../support/api.ts';
import { signedHeader } from '../../support/sign-in.ts';
import { OTHER, PAY_TO, PAYER, payByV2, signPayment } from '../../support/wallets.ts';

const file = { base64: Buffer.from('Some words to keep.').toString('base64'), filename: 'a.txt' };
const body = JSON.stringify({ file });
const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };

let service: TestService;
let bundle: string;
beforeAll(async () => {
  service = await startTestService({ AFFIANT_X402_PAY_TO: PAY_TO });
  const answer = await payByV2()(`${service.baseUrl}/v1/extract?sync=true`, init);
  expect(answer.status).toBe(200);
  const { bundle_id } = (await answer.json()) as { bundle_id: string };
  bundle = `/v1/extract/${bundle_id}`;
}, 60_000);
afterAll(() => service?.close());

const get = (headers: Record<string, string>) => service.call(bundle, { key: null, headers });
const signIn = async (account: typeof PAYER) => {
  const { body: refusal } = await get({});
  return signedHeader(refusal['sign_in'] as SignInChallenge, account, service.baseUrl);
};
const session = async (account: typeof PAYER) => {
  const { headers } = await get({ 'sign-in-with-x': await signIn(account) });
  return { authorization: `Bearer ${headers.get('x-session-token')}` };
};

it('what a wallet paid for is its own, by a signature and by nothing else', async () => {
  expect((await get({ 'sign-in-with-x': await signIn(PAYER) })).status).toBe(200);
  expect((await get(await session(PAYER))).status).toBe(200);
  expect((await get({ 'sign-in-with-x': await signIn(OTHER) })).status).toBe(404);
  expect((await get({ 'x-wallet-address': PAYER.address })).status).toBe(401);
});

it('a session pays for nothing, and goes with payments of its own wallet only', async () => {
  const own = await session(PAYER);
  const buy = (headers: Record<string, string>) =>
    service.call('/v1/extract?sync=true', { ...init, key: null, headers: { ...init.headers, ...headers } });
  expect((await buy(own)).status).toBe(402);
  const payment = { 'payment-signature': await signPayment(`${service.baseUrl}/v1/extract?sync=true`, init) };
  expect(await buy({ ...(await session(OTHER)), ...payment })).toMatchObject({
    status: 400,
    body: { code: 'CREDENTIALS_CONFLICT' },
  });
  expect((await buy({ ...own, ...payment })).status).toBe(200);
});
