import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { toChecksumAddress } from '../signing/address.ts';
import { buildChallenge, type SignInChallenge } from './challenge.ts';
import { findFault, SIGN_IN_FAULTS, type SignInFault } from './find-fault.ts';
import { parseSignIn } from './message.ts';
import { expiryOfNonce } from './nonce.ts';
import type { SignInRepository, SignInVerifier } from './port.ts';
import { createSessionToken, hashSessionToken } from './session-token.ts';

const SESSION_LIFETIME_MS = 60 * 60_000;

export interface SignInParts {
  /** What wallets sign in to; its host and port are the domain. */
  readonly baseUrl: URL;
  /** The one chain that messages may name, CAIP-2. */
  readonly network: string;
  /** Authenticates nonces; the same in every process. */
  readonly secret: Uint8Array;
  readonly repository: SignInRepository;
  readonly verifier: SignInVerifier;
  readonly clock: Clock;
}

/** Wallets that prove themselves by a signature: SIGN-IN-WITH-X (CAIP-122, EIP-4361; design.md 4.13). */
export class SignInService {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  challenge(): SignInChallenge {
    return buildChallenge({ ...this.#parts, now: this.#parts.clock.now() });
  }

  /**
   * Judge the header `SIGN-IN-WITH-X` and open a session of an hour.
   *
   * @throws EvidenceError `SIGN_IN_MALFORMED`, `SIGN_IN_INVALID` with `reason` and a fresh challenge,
   *   `CHAIN_UNAVAILABLE`.
   */
  async signIn(header: string): Promise<{ readonly address: string; readonly token: string }> {
    const message = parseSignIn(header);
    const { repository, secret, clock } = this.#parts;
    const now = clock.now();
    const nonceExpiresAt = expiryOfNonce(secret, message.nonce);
    const fault = findFault(message, { ...this.#parts, nonceExpiresAt, now });
    if (fault || !nonceExpiresAt) throw this.#refusal(fault ?? 'nonce_unknown');
    const verdict = await this.#parts.verifier.verify(message);
    if (verdict !== 'valid') throw this.#refusal(`signature_${verdict}`);
    const token = createSessionToken();
    const session = {
      tokenSha256: hashSessionToken(token),
      address: toChecksumAddress(message.address),
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    };
    const nonce = { nonce: message.nonce, expiresAt: nonceExpiresAt };
    // Only now: a nonce without a good signature leaves no row.
    if (!(await repository.open(session, nonce))) throw this.#refusal('nonce_used');
    return { address: session.address, token };
  }

  /** Address behind a session token. @throws EvidenceError `SESSION_UNKNOWN` with a fresh challenge. */
  async addressOf(token: string): Promise<string> {
    const { repository, clock } = this.#parts;
    const address = await repository.findAddress(hashSessionToken(token), clock.now());
    if (address === null)
      throw new EvidenceError('SESSION_UNKNOWN', undefined, { details: { sign_in: this.challenge() } });
    return address;
  }

  /** Forget what has ended. */
  sweep(): Promise<void> {
    return this.#parts.repository.sweep(this.#parts.clock.now());
  }

  #refusal(reason: SignInFault): EvidenceError {
    const details = { reason, sign_in: this.challenge() };
    return new EvidenceError('SIGN_IN_INVALID', SIGN_IN_FAULTS[reason], { details });
  }
}
