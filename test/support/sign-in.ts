import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { createSiwxVerifier } from '../../src/adapters/sign-in/siwx-verifier.ts';
import type { SignInChallenge } from '../../src/domain/sign-in/challenge.ts';
import type { SignInRepository, WalletSession } from '../../src/domain/sign-in/port.ts';
import { SignInService } from '../../src/domain/sign-in/sign-in-service.ts';

export const NETWORK = 'eip155:84532';

/** Two wallets. */
export const ALICE = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
export const BOB = privateKeyToAccount(`0x${'b0'.repeat(32)}`);

/** What the wallet of `account` sends, made by the extension's own client code. */
export async function signedPayload(challenge: SignInChallenge, account: PrivateKeyAccount, url: string) {
  return createSIWxPayload(challenge, account, url);
}

/** The same as a header. */
export const signedHeader = async (challenge: SignInChallenge, account: PrivateKeyAccount, url: string) =>
  encodeSIWxHeader(await signedPayload(challenge, account, url));

/** A service over sessions in memory; its clock stands where `now` says. */
export interface TestSignIns {
  readonly service: SignInService;
  readonly sessions: WalletSession[];
  readonly usedNonces: Set<string>;
  now: Date;
}

export function createTestSignIns(baseUrl: string): TestSignIns {
  const sessions: WalletSession[] = [];
  const usedNonces = new Set<string>();
  const repository: SignInRepository = {
    async open(session, { nonce }) {
      if (usedNonces.has(nonce)) return false;
      usedNonces.add(nonce);
      sessions.push(session);
      return true;
    },
    findAddress: async (tokenSha256, at) =>
      sessions.find((session) => session.tokenSha256 === tokenSha256 && session.expiresAt > at)?.address ??
      null,
    sweep: async () => {},
  };
  const state = { sessions, usedNonces, now: new Date() };
  const service = new SignInService({
    baseUrl: new URL(baseUrl),
    network: NETWORK,
    secret: new Uint8Array(32).fill(7),
    repository,
    verifier: createSiwxVerifier(null),
    clock: { now: () => state.now },
  });
  return Object.assign(state, { service });
}
