import type { Sha256Factory } from '../../core/sha256.ts';
import type { SigningKeyRecord } from '../signing/port.ts';

/** How to verify a bundle. */
export interface VerifyOptions {
  readonly createSha256: Sha256Factory;
  /**
   * Keys or bare addresses known from outside the bundle. Without any, a sound bundle is `undecided`: its own
   * key list cannot vouch for itself.
   */
  readonly trusted: readonly TrustedSigner[];
  /** Without trusted signers, accept the key list inside the bundle; shows only that the bundle is self-consistent. */
  readonly trustEmbedded?: boolean;
  /** The digest recorded when the bundle was published, hex. */
  readonly expectedManifestSha256?: string;
  /** Check manifest and signature only; the checks that read artifacts are `absent`. */
  readonly quick?: boolean;
}

/** A published key, or an address (any case) known to be the signer's. */
export type TrustedSigner = SigningKeyRecord | string;
