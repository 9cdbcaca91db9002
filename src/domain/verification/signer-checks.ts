import type { BundleFiles } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';
import { AGELESS, checkKeyTime, type IndependentAge } from './key-time-check.ts';
import type { TrustedSigner, VerifyOptions } from './options.ts';
import { resolveTrust, type Trust } from './trust.ts';

/** The checks `signer_trusted` and `key_valid_at_time`. */
export interface ExaminedSigner {
  readonly findings: readonly [Finding, Finding];
  /** Where the trust comes from; null when there is none. */
  readonly trust: Trust['source'] | null;
}

/** What a signer is judged with. */
export interface SignerContext {
  readonly files: BundleFiles;
  readonly options: Pick<VerifyOptions, 'trusted' | 'trustEmbedded'>;
  /** For keys that were revoked. */
  readonly age?: IndependentAge;
}

/**
 * Judge recovered signers by keys known from outside, or by the bundle's own list when that was allowed.
 *
 * @param sealedAt `capture.times.sealed`: under the signature, unlike `signed_at`.
 */
export async function examineSigner(
  signers: readonly string[],
  sealedAt: string,
  { files, options, age = AGELESS }: SignerContext,
): Promise<ExaminedSigner> {
  if (signers.length === 0)
    return unjudged(found('signer_trusted', 'unknown', 'There is no valid signature to judge.'));
  const { source, signers: trusted } = await resolveTrust(files, options);
  if (trusted.length === 0) return unjudged(found('signer_trusted', 'unknown', NOBODY[source]));
  const match = trusted.find((candidate) => signers.some((signer) => isSame(candidate, signer)));
  if (match === undefined) {
    return unjudged(
      foundTampered('signer_trusted', 'The signer is not one of the trusted ones.', ['signature']),
    );
  }
  return {
    findings: [found('signer_trusted', 'pass', TRUSTED[source]), checkKey(match, sealedAt, age)],
    trust: source,
  };
}

const NOBODY: Readonly<Record<Trust['source'], string>> = {
  outside: 'No trusted signer was given to compare with.',
  embedded: 'The bundle has no readable key list.',
};

const TRUSTED: Readonly<Record<Trust['source'], string>> = {
  outside: 'The signer is trusted from outside the bundle.',
  embedded: "The signer is in the bundle's own key list: self-consistent, no more.",
};

const checkKey = (signer: TrustedSigner, sealedAt: string, age: IndependentAge): Finding =>
  typeof signer === 'string'
    ? found('key_valid_at_time', 'absent', 'Only an address is known of the signer, not the life of its key.')
    : checkKeyTime(signer, sealedAt, age);

const isSame = (trusted: TrustedSigner, signer: string): boolean =>
  (typeof trusted === 'string' ? trusted : trusted.signer_address).toLowerCase() === signer.toLowerCase();

const unjudged = (finding: Finding): ExaminedSigner => ({
  findings: [finding, found('key_valid_at_time', 'absent', 'There is no trusted key to look up.')],
  trust: null,
});
