import type { Sha256Factory } from '../../core/sha256.ts';
import type { ChainHead } from '../custody/verify-chain.ts';
import type { NoteKey } from '../note/note-key.ts';
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
  /** Key of the log that the signer's bundles are entered in, known from outside the bundle. */
  readonly log?: NoteKey | null;
  /** Keys of witnesses whose cosignatures count. */
  readonly witnesses?: readonly NoteKey[];
  /** Roots of timestamping authorities, DER. A token that leads to none of them proves no time. */
  readonly timestampRoots?: readonly Uint8Array[];
  /** The digest recorded when the bundle was published, hex. */
  readonly expectedManifestSha256?: string;
  /** The newest custody record that the service knows of, read before the files were opened. */
  readonly custodyHead?: ChainHead | null;
  /** Check manifest and signature only; the checks that read artifacts or seals are `absent`. */
  readonly quick?: boolean;
}

/** A published key, or an address (any case) known to be the signer's. */
export type TrustedSigner = SigningKeyRecord | string;
