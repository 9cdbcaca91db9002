import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { parseAddress } from '../signing/address.ts';
import type { KeyDirectory } from '../signing/port.ts';
import type { VerifyOptions } from './options.ts';
import type { Verdict } from './verdict.ts';

/** Verifies archives that strangers sent, where they cannot hold up the service. */
export interface ArchiveVerifier {
  /**
   * @throws EvidenceError `ARCHIVE_UNSAFE`, `ARCHIVE_BOMB`, `DOCUMENT_CORRUPT` when it is no ZIP, `DOCUMENT_TOO_LARGE`
   *   when it takes more time or memory than a stranger gets, `DEADLINE_EXCEEDED`, `OVERLOADED`.
   */
  verify(archive: Uint8Array, trust: ArchiveTrust, signal: AbortSignal): Promise<Verdict>;
}

/** Whose seal counts. */
export type ArchiveTrust = Omit<VerifyOptions, 'createSha256' | 'expectedManifestSha256' | 'quick'>;

export interface ArchiveVerificationParts {
  readonly verifier: ArchiveVerifier;
  /** Trusted where the caller names nobody: this service's own keys. */
  readonly keys: KeyDirectory;
  readonly clock: Clock;
}

/** Verifies uploaded archives of this and of other services. */
export interface ArchiveVerification {
  /**
   * @param signer address of the signer whom the caller trusts; null trusts this service's keys.
   * @throws EvidenceError `REQUEST_INVALID` when it is no address, and what {@link ArchiveVerifier} throws.
   */
  verify(
    archive: Uint8Array,
    signer: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly verdict: Verdict; readonly checkedAt: string }>;
}

/** {@link ArchiveVerification} over its parts. */
export const createArchiveVerification = ({
  verifier,
  keys,
  clock,
}: ArchiveVerificationParts): ArchiveVerification => ({
  async verify(archive, signer, signal) {
    const trusted = signer === null ? await keys.list() : [assertAddress(signer)];
    const verdict = await verifier.verify(archive, { trusted }, signal);
    return { verdict, checkedAt: toTimestamp(clock.now()) };
  },
});

function assertAddress(text: string): string {
  const address = parseAddress(text);
  if (address) return address;
  throw new EvidenceError(
    'REQUEST_INVALID',
    'signer: expected 0x and 40 hex digits; mixed case must match EIP-55',
  );
}
