import { parseKeyList } from '../signing/key-list.ts';
import type { SigningKeyRecord } from '../signing/port.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';
import type { TrustedSigner, VerifyOptions } from './options.ts';

/** The checks `signer_trusted` and `key_valid_at_time`. */
export interface ExaminedSigner {
  readonly findings: readonly [Finding, Finding];
  /** Where the trust comes from; null when there is none. */
  readonly trust: 'outside' | 'embedded' | null;
}

const MAX_KEY_LIST_BYTES = 1024 * 1024;

/**
 * Judge recovered signers by keys known from outside, or by the bundle's own list when that was allowed.
 *
 * @param sealedAt `capture.times.sealed`: under the signature, unlike `signed_at`.
 */
export async function examineSigner(
  signers: readonly string[],
  sealedAt: string,
  { files, options }: { readonly files: BundleFiles; readonly options: VerifyOptions },
): Promise<ExaminedSigner> {
  if (signers.length === 0)
    return unjudged(found('signer_trusted', 'unknown', 'There is no valid signature to judge.'));
  const isEmbedded = options.trusted.length === 0 && options.trustEmbedded === true;
  const trusted = isEmbedded ? await readEmbeddedKeys(files) : options.trusted;
  if (trusted === null || trusted.length === 0) {
    const detail = isEmbedded
      ? 'The bundle has no readable key list.'
      : 'No trusted signer was given to compare with.';
    return unjudged(found('signer_trusted', 'unknown', detail));
  }
  const match = trusted.find((candidate) => signers.some((signer) => isSame(candidate, signer)));
  if (match === undefined) {
    return unjudged(
      foundTampered('signer_trusted', 'The signer is not one of the trusted ones.', ['signature']),
    );
  }
  const detail = isEmbedded
    ? "The signer is in the bundle's own key list: self-consistent, no more."
    : 'The signer is trusted from outside the bundle.';
  return {
    findings: [found('signer_trusted', 'pass', detail), checkKeyTime(match, sealedAt)],
    trust: isEmbedded ? 'embedded' : 'outside',
  };
}

/**
 * The check `key_valid_at_time`. `created_at` is not compared: a key that moves to another machine is
 * recorded anew, and a later record makes no older signature doubtful.
 */
function checkKeyTime(signer: TrustedSigner, sealedAt: string): Finding {
  const id = 'key_valid_at_time';
  if (typeof signer === 'string')
    return found(id, 'absent', 'Only an address is known of the signer, not the life of its key.');
  const sealed = Date.parse(sealedAt);
  if (signer.revoked_at !== null) {
    if (sealed >= Date.parse(signer.revoked_at))
      return foundTampered(id, 'Sealed after its key was revoked.', ['signature']);
    // Whoever stole the key can write any time into a manifest.
    return found(
      id,
      'unknown',
      'The key was revoked later, and nothing independent shows that the seal is older.',
    );
  }
  if (signer.retired_at !== null && sealed > Date.parse(signer.retired_at)) {
    return foundTampered(id, 'Sealed after its key was retired.', ['signature']);
  }
  return found(id, 'pass', 'The key was in use at the stated time of sealing.');
}

async function readEmbeddedKeys(files: BundleFiles): Promise<readonly SigningKeyRecord[] | null> {
  const read = await readSmallFile(files, 'seals/keys.json', MAX_KEY_LIST_BYTES);
  if (read.kind !== 'bytes') return null;
  try {
    return parseKeyList(read.bytes);
  } catch {
    return null;
  }
}

const isSame = (trusted: TrustedSigner, signer: string): boolean =>
  (typeof trusted === 'string' ? trusted : trusted.signer_address).toLowerCase() === signer.toLowerCase();

const unjudged = (finding: Finding): ExaminedSigner => ({
  findings: [finding, found('key_valid_at_time', 'absent', 'There is no trusted key to look up.')],
  trust: null,
});
