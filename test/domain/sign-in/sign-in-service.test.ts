import { createSIWxMessage, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignInChallenge } from '../../../src/domain/sign-in/challenge.ts';
import { createNonce } from '../../../src/domain/sign-in/nonce.ts';
import { recoverSigner } from '../../../src/domain/signing/recover.ts';
import {
  ALICE,
  BOB,
  createTestSignIns,
  signedHeader,
  signedPayload,
  type TestSignIns,
} from '../../support/sign-in.ts';

const BASE_URL = 'https://affiant.example:8443';
const MINUTE = 60_000;

let signIns: TestSignIns;
beforeEach(() => {
  signIns = createTestSignIns(BASE_URL);
});

/** Signs a changed challenge, as a wallet would that was handed it by somebody else. */
async function signInWith(changes: Partial<Record<keyof SignInChallenge | 'notBefore', string>>) {
  const challenge = { ...signIns.service.challenge(), ...changes } as SignInChallenge;
  const signature = await ALICE.signMessage({ message: createSIWxMessage(challenge, ALICE.address) });
  return signIns.service.signIn(encodeSIWxHeader({ ...challenge, address: ALICE.address, signature }));
}

const refused = (reason: string) => ({
  code: 'SIGN_IN_INVALID',
  status: 401,
  details: {
    reason,
    sign_in: { domain: 'affiant.example:8443', nonce: expect.stringMatching(/^[0-9a-f]{68}$/) },
  },
});
const later = (ms: number) => new Date(signIns.now.getTime() + ms).toISOString();

describe('a wallet that signs the challenge as it stands', () => {
  it('is signed in by its address, for an hour', async () => {
    const header = await signedHeader(signIns.service.challenge(), ALICE, BASE_URL);
    const { address, token } = await signIns.service.signIn(header);
    expect(address).toBe(ALICE.address);
    expect(token).toMatch(/^afs_[A-Za-z0-9]{43}$/);
    expect(await signIns.service.addressOf(token)).toBe(ALICE.address);
    expect(JSON.stringify(signIns.sessions)).not.toContain(token);
    signIns.now = new Date(signIns.now.getTime() + 60 * MINUTE);
    await expect(signIns.service.addressOf(token)).rejects.toMatchObject({
      code: 'SESSION_UNKNOWN',
      details: { sign_in: { uri: `${BASE_URL}/` } },
    });
  });

  it('signs what our own recovery of signers reads too', async () => {
    const challenge = signIns.service.challenge();
    const { signature } = await signedPayload(challenge, ALICE, BASE_URL);
    expect(recoverSigner(createSIWxMessage(challenge, ALICE.address), signature)).toBe(ALICE.address);
  });

  it('is the same owner when it spells its address in lower case', async () => {
    const account = { ...ALICE, address: ALICE.address.toLowerCase() as `0x${string}` };
    const header = await signedHeader(signIns.service.challenge(), account, BASE_URL);
    expect((await signIns.service.signIn(header)).address).toBe(ALICE.address);
  });

  it('may do so once', async () => {
    const header = await signedHeader(signIns.service.challenge(), ALICE, BASE_URL);
    await signIns.service.signIn(header);
    await expect(signIns.service.signIn(header)).rejects.toMatchObject(refused('nonce_used'));
  });
});

describe('a message is refused', () => {
  it('signed for another domain', async () => {
    await expect(signInWith({ domain: 'affiant.example' })).rejects.toMatchObject(refused('domain_mismatch'));
  });
  it('signed for another origin', async () => {
    await expect(signInWith({ uri: 'http://affiant.example:8443/' })).rejects.toMatchObject(
      refused('uri_mismatch'),
    );
  });
  it('that names another chain', async () => {
    await expect(signInWith({ chainId: 'eip155:8453' })).rejects.toMatchObject(refused('chain_mismatch'));
  });
  it('issued in the future', async () => {
    await expect(signInWith({ issuedAt: later(10_000) })).rejects.toMatchObject(refused('issued_in_future'));
  });
  it('issued too long ago', async () => {
    await expect(signInWith({ issuedAt: later(-5 * MINUTE) })).rejects.toMatchObject(refused('expired'));
  });
  it('that is over by its own word', async () => {
    await expect(signInWith({ expirationTime: later(0) })).rejects.toMatchObject(refused('expired'));
  });
  it('that is not valid yet', async () => {
    await expect(signInWith({ notBefore: later(MINUTE) })).rejects.toMatchObject(refused('not_yet_valid'));
  });
  it('with a nonce of its own', async () => {
    await expect(signInWith({ nonce: 'a'.repeat(68) })).rejects.toMatchObject(refused('nonce_unknown'));
  });
  it('with a nonce that is over, whatever it says of itself', async () => {
    const nonce = createNonce(new Uint8Array(32).fill(7), signIns.now);
    await expect(signInWith({ nonce })).rejects.toMatchObject(refused('expired'));
  });
  it('of a contract wallet', async () => {
    const payload = await signedPayload(signIns.service.challenge(), ALICE, BASE_URL);
    const header = encodeSIWxHeader({ ...payload, signature: `${payload.signature}${'00'.repeat(96)}` });
    await expect(signIns.service.signIn(header)).rejects.toMatchObject(refused('signature_unsupported'));
  });
  it('that another wallet signed', async () => {
    const payload = await signedPayload(signIns.service.challenge(), BOB, BASE_URL);
    const header = encodeSIWxHeader({ ...payload, address: ALICE.address });
    await expect(signIns.service.signIn(header)).rejects.toMatchObject(refused('signature_invalid'));
  });
});

it('refuses a signed message of which anything was changed, and uses no nonce up for it', async () => {
  const payload = await signedPayload(signIns.service.challenge(), ALICE, BASE_URL);
  const change = fc.oneof(
    fc.record({ statement: fc.string({ minLength: 1, maxLength: 50 }) }),
    fc.record({ requestId: fc.string({ minLength: 1, maxLength: 20 }) }),
    fc.record({ resources: fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 }) }),
    fc.record({ uri: fc.webPath().map((path) => `${BASE_URL}/x${path}`) }),
    fc.record({ issuedAt: fc.integer({ min: 1, max: 4 * MINUTE }).map((ms) => later(-ms)) }),
    fc.record({ expirationTime: fc.integer({ min: 1, max: 4 * MINUTE }).map(later) }),
    fc.record({ address: fc.constant(BOB.address) }),
    fc.record({ signature: fc.integer({ min: 2, max: 129 }).map((index) => flip(payload.signature, index)) }),
  );
  await fc.assert(
    fc.asyncProperty(change, async (changes) => {
      await expect(
        signIns.service.signIn(encodeSIWxHeader({ ...payload, ...changes })),
      ).rejects.toMatchObject(refused('signature_invalid'));
    }),
    { numRuns: 100 },
  );
  expect(signIns.usedNonces.size).toBe(0);
  await expect(signIns.service.signIn(encodeSIWxHeader(payload))).resolves.toMatchObject({
    address: ALICE.address,
  });
});

const flip = (hex: string, index: number): string =>
  `${hex.slice(0, index)}${hex[index] === '0' ? '1' : '0'}${hex.slice(index + 1)}`;
