import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignInChallenge } from '../../src/domain/sign-in/challenge.ts';
import type { SignInService } from '../../src/domain/sign-in/sign-in-service.ts';
import { KEY, type RunningFaces, startFaces } from '../support/faces.ts';
import { NOTE_ID, OTHER_NOTE_ID } from '../support/fake-tools.ts';
import { connectors } from '../support/mcp-clients.ts';
import { ALICE, createTestSignIns, signedHeader, type TestSignIns } from '../support/sign-in.ts';

const NOTE = `/v1/notes/${NOTE_ID}`;

let faces: RunningFaces;
let signIns: TestSignIns;
beforeAll(async () => {
  const open = (baseUrl: string): SignInService => {
    signIns = createTestSignIns(baseUrl);
    return signIns.service;
  };
  faces = await startFaces({ signIns: open });
});
afterAll(() => faces.close());

const get = (headers: Record<string, string> = {}, path = NOTE) => faces.fetch(path, { headers });
const errorOf = async (answer: Response) => ((await answer.json()) as { code: string; reason?: string }).code;

/** The challenge of a 401, signed. */
async function challengeOf(answer: Response): Promise<SignInChallenge> {
  const { sign_in } = (await answer.json()) as { sign_in: SignInChallenge };
  return sign_in;
}
const signIn = async () => signedHeader(await challengeOf(await get()), ALICE, faces.baseUrl);

describe('a call without a credential', () => {
  it('is told how a wallet signs in', async () => {
    const answer = await get();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
      hint: expect.stringContaining('SIGN-IN-WITH-X'),
      sign_in: {
        domain: new URL(faces.baseUrl).host,
        uri: `${faces.baseUrl}/`,
        version: '1',
        nonce: expect.stringMatching(/^[0-9a-f]{68}$/),
        chainId: 'eip155:84532',
        type: 'eip191',
        supportedChains: [{ chainId: 'eip155:84532', type: 'eip191' }],
      },
    });
  });

  it('costs no memory of its nonce', async () => {
    for (let count = 0; count < 50; count++) await get();
    expect(signIns.usedNonces.size).toBe(0);
  });

  it.each([
    { 'x-wallet-address': ALICE.address },
    { 'x-owner': `wallet:${ALICE.address}` },
    { 'x-payer': ALICE.address, 'x-address': ALICE.address },
    { authorization: `Wallet ${ALICE.address}` },
    { cookie: `session=${ALICE.address}` },
  ])('is nobody, whatever address it names: %j', async (headers) => {
    expect(await errorOf(await get(headers as Record<string, string>))).toBe('AUTHENTICATION_REQUIRED');
  });

  it.each([{ authorization: `Bearer ${ALICE.address}` }, { 'x-api-key': `wallet:${ALICE.address}` }])(
    'is not known by an address for a key: %j',
    async (headers) => {
      expect(await errorOf(await get(headers as Record<string, string>))).toBe('API_KEY_UNKNOWN');
    },
  );

  it.each([ALICE.address, 'e30=', '{}'])('is not signed in by %s', async (header) => {
    const answer = await get({ 'sign-in-with-x': header });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'SIGN_IN_MALFORMED']);
  });
});

describe('a wallet that signed the challenge', () => {
  it('is answered, and gets a token that is good for further calls', async () => {
    const answer = await get({ 'sign-in-with-x': await signIn() });
    expect(answer.status).toBe(200);
    const token = answer.headers.get('x-session-token') ?? '';
    expect(token).toMatch(/^afs_/);
    const again = await get({ authorization: `Bearer ${token}` });
    expect([again.status, again.headers.get('x-session-token')]).toEqual([200, null]);
    expect(faces.audit.at(-1)).toMatchObject({ ownerId: `wallet:${ALICE.address}`, outcome: 'ok' });
  });

  it('does so by the extension’s client code, whose fetch acts on a 402 only', async () => {
    const answer = await wrapFetchWithSIWx(fetch, ALICE)(`${faces.baseUrl}${NOTE}`);
    expect(answer.status).toBe(401);
    const header = await signedHeader(await challengeOf(answer), ALICE, answer.url);
    expect((await get({ 'SIGN-IN-WITH-X': header })).status).toBe(200);
  });

  it('gets its token also when the call itself fails', async () => {
    const answer = await get({ 'sign-in-with-x': await signIn() }, `/v1/notes/${OTHER_NOTE_ID}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-session-token')).toMatch(/^afs_/);
  });

  it('cannot sign in twice by one nonce, and is told a fresh one', async () => {
    const header = await signIn();
    await get({ 'sign-in-with-x': header });
    const answer = await get({ 'sign-in-with-x': header });
    expect([answer.status, answer.headers.get('x-session-token')]).toEqual([401, null]);
    expect(await answer.json()).toMatchObject({
      code: 'SIGN_IN_INVALID',
      reason: 'nonce_used',
      sign_in: { nonce: expect.any(String) },
    });
  });

  it('sends one credential only', async () => {
    const token = (await get({ 'sign-in-with-x': await signIn() })).headers.get('x-session-token') ?? '';
    const pairs: Record<string, string>[] = [
      { 'sign-in-with-x': await signIn(), 'x-api-key': KEY },
      { 'sign-in-with-x': await signIn(), authorization: `Bearer ${token}` },
      { 'x-api-key': KEY, authorization: `Bearer ${token}` },
    ];
    for (const headers of pairs) {
      const answer = await get(headers);
      expect([answer.status, await errorOf(answer)]).toEqual([400, 'CREDENTIALS_CONFLICT']);
    }
  });

  it('is not known by its token as an API key, nor by one that it made up', async () => {
    const token = (await get({ 'sign-in-with-x': await signIn() })).headers.get('x-session-token') ?? '';
    expect(await errorOf(await get({ 'x-api-key': token }))).toBe('API_KEY_UNKNOWN');
    const answer = await get({ authorization: `Bearer ${token.slice(0, -1)}` });
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await answer.json()).toMatchObject({ code: 'SESSION_UNKNOWN', sign_in: { version: '1' } });
  });
});

it('lets a page of another origin sign in', async () => {
  const preflight = await faces.fetch(NOTE, { method: 'OPTIONS', headers: { origin: 'https://a.example' } });
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\bSIGN-IN-WITH-X\b/);
  const answer = await get({ 'sign-in-with-x': await signIn(), origin: 'https://a.example' });
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bX-Session-Token\b/);
});

it('takes no header of more than 8,192 characters', async () => {
  const answer = await get({ 'sign-in-with-x': 'a'.repeat(8193) });
  expect([answer.status, await errorOf(answer)]).toEqual([400, 'SIGN_IN_MALFORMED']);
});

describe.each(Object.keys(connectors('http://127.0.0.1', {})))('over MCP, %s', (label) => {
  const connect = (headers: Record<string, string>) => connectors(faces.baseUrl, headers)[label]!();

  it('a tool call without a credential is told how a wallet signs in', async () => {
    const client = await connect({});
    const result = await client.callTool('note_get', { note_id: NOTE_ID });
    expect(result.content[0]?.text).toContain('SIGN-IN-WITH-X');
    expect(result._meta?.['affiant/error']).toMatchObject({ sign_in: { nonce: expect.any(String) } });
    await client.close();
  });

  it('the token of a session is a bearer token', async () => {
    const token = (await get({ 'sign-in-with-x': await signIn() })).headers.get('x-session-token');
    const client = await connect({ authorization: `Bearer ${token}` });
    const result = await client.callTool('note_get', { note_id: NOTE_ID });
    expect(result.structuredContent).toMatchObject({ note_id: NOTE_ID });
    await client.close();
  });
});

it('takes no wallet where none can pay, and says so', async () => {
  await using closed = await startFaces();
  const anonymous = (await (await closed.fetch(NOTE)).json()) as object;
  expect(anonymous).not.toHaveProperty('sign_in');
  const service = createTestSignIns(closed.baseUrl).service;
  const header = await signedHeader(service.challenge(), ALICE, closed.baseUrl);
  const answers = [{ 'sign-in-with-x': header }, { authorization: `Bearer afs_${'a'.repeat(43)}` }];
  const codes = answers.map(async (headers) =>
    errorOf(await closed.fetch(NOTE, { headers: headers as Record<string, string> })),
  );
  expect(await Promise.all(codes)).toEqual(['SIGN_IN_INVALID', 'SESSION_UNKNOWN']);
});
