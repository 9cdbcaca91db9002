import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/database.ts';
import { withSignInTables } from '../../src/adapters/sign-in/sign-in-schema.ts';
import type { SignInChallenge } from '../../src/domain/sign-in/challenge.ts';
import { startTestService, type TestService } from '../support/api.ts';
import { ensurePostgres, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { ALICE, BOB, signedHeader } from '../support/sign-in.ts';

const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
/** What clients call the service behind a proxy that spreads calls over both processes. */
const BASE_URL = 'https://affiant.example';

describe.skipIf(!ensurePostgres())('two processes on one database', () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let services: [TestService, TestService];
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.createDatabase();
    const first = await start({});
    // A second node signs with the keys of the first.
    const second = await start({ AFFIANT_DATA_DIR: first.dataDir });
    services = [first, second];
  }, 120_000);
  afterAll(async () => {
    await Promise.all((services ?? []).map((service) => service.close()));
    await postgres?.stop();
  });

  const start = (env: Record<string, string>) =>
    startTestService({
      DATABASE_URL: databaseUrl,
      AFFIANT_BASE_URL: BASE_URL,
      AFFIANT_X402_PAY_TO: PAY_TO,
      ...env,
    });
  const quota = (index: 0 | 1, headers: Record<string, string> = {}) =>
    services[index].call('/v1/quota', { headers, key: null });
  const signIn = async (index: 0 | 1, account = ALICE) => {
    const { body } = await quota(index);
    return signedHeader(body['sign_in'] as SignInChallenge, account, BASE_URL);
  };

  it('take each other’s challenges, sessions and used nonces for their own', async () => {
    const header = await signIn(0);
    const answer = await quota(1, { 'sign-in-with-x': header });
    expect([answer.status, answer.body['plan_id']]).toEqual([200, 'pay_per_call']);
    const authorization = `Bearer ${answer.headers.get('x-session-token')}`;
    expect((await quota(0, { authorization })).status).toBe(200);
    for (const index of [0, 1] as const)
      expect(await quota(index, { 'sign-in-with-x': header })).toMatchObject({
        status: 401,
        body: { code: 'SIGN_IN_INVALID', reason: 'nonce_used', charged: false },
      });
  });

  it('give one nonce to one of many calls at once', async () => {
    const header = await signIn(0);
    const calls = Array.from({ length: 12 }, (_, count) =>
      quota((count % 2) as 0 | 1, { 'sign-in-with-x': header }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(11).fill(401)]);
  });

  it('keep what one wallet made from another', async () => {
    const session = async (account: typeof ALICE) => {
      const { headers } = await quota(0, { 'sign-in-with-x': await signIn(0, account) });
      return { authorization: `Bearer ${headers.get('x-session-token')}` };
    };
    const [alice, bob] = [await session(ALICE), await session(BOB)];
    const feedback = { json: { message: 'From a wallet.' }, headers: alice };
    expect((await services[1].call('/v1/feedback', feedback)).status).toBe(201);
    const key = { 'idempotency-key': 'same-key' };
    const repeat = (headers: Record<string, string>) =>
      services[0].call('/v1/feedback', {
        json: { message: 'Once.' },
        headers: { ...headers, ...key },
      });
    const [first, others] = [await repeat(alice), await repeat(bob)];
    expect(others.body['feedback_id']).not.toBe(first.body['feedback_id']);
    expect((await repeat(alice)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('store neither tokens nor anything of anonymous callers, and log no secret', async () => {
    const header = await signIn(0);
    const { headers } = await quota(1, { 'sign-in-with-x': header });
    const token = headers.get('x-session-token') ?? '';
    await quota(0, { authorization: `Bearer ${token}` });
    const database = await openDatabase({ dataDir: '', databaseUrl, onError: () => {} });
    const rows = await database.query(async (db) => ({
      nonces: await withSignInTables(db).selectFrom('sign_in_nonces').selectAll().execute(),
      sessions: await withSignInTables(db).selectFrom('wallet_sessions').selectAll().execute(),
    }));
    await database.close();
    // Every sign-in that succeeded, and no other 401.
    expect(rows.nonces.length).toBe(rows.sessions.length);
    expect(JSON.stringify(rows)).not.toContain(token);
    const logs = services.map((service) => service.process.log()).join('');
    expect(logs).toContain(`wallet:${ALICE.address}`);
    for (const secret of [token, token.slice(4, 24), header.slice(0, 60), header.slice(-60)])
      expect(logs).not.toContain(secret);
  });
});
