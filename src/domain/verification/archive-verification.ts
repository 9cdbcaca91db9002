import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { parseAddress } from '../signing/address.ts';
import type { ArchiveTrust, ArchiveVerifier } from './port.ts';
import type { Verdict } from './verdict.ts';

/** What {@link createArchiveVerification} joins. */
export interface ArchiveVerificationParts {
  readonly verifier: ArchiveVerifier;
  /** What counts where the caller names nobody: this service's own keys, and its log. */
  readonly ownTrust: () => Promise<ArchiveTrust>;
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
  ownTrust,
  clock,
}: ArchiveVerificationParts): ArchiveVerification => ({
  async verify(archive, signer, signal) {
    const trust = signer === null ? await ownTrust() : { trusted: [assertAddress(signer)] };
    const verdict = await verifier.verify(archive, trust, signal);
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
