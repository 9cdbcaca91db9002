import type { SignInMessage } from './message.ts';

/** A wallet that is signed in. */
export interface WalletSession {
  readonly tokenSha256: string;
  /** EIP-55. */
  readonly address: string;
  readonly expiresAt: Date;
}

/** Sessions and used nonces, shared by all processes. */
export interface SignInRepository {
  /** Use a nonce up and keep the session, or neither. Of two at once with one nonce one gets it. @returns false when it was used before. */
  open(session: WalletSession, nonce: { readonly nonce: string; readonly expiresAt: Date }): Promise<boolean>;
  /** The address of a session that has not ended at `at`; null when there is none. */
  findAddress(tokenSha256: string, at: Date): Promise<string | null>;
  /** Remove what has ended at `at`. */
  sweep(at: Date): Promise<void>;
}

/** Checks signatures over messages of EIP-4361. */
export interface SignInVerifier {
  /**
   * Whether `message.address` signed. `unsupported`: a form of signature that cannot be decided here.
   *
   * @throws EvidenceError `CHAIN_UNAVAILABLE` when a contract wallet could not be asked.
   */
  verify(message: SignInMessage): Promise<'valid' | 'invalid' | 'unsupported'>;
}
