/** A signing key as published (evidence-format.md 3). Times are RFC 3339. */
export interface SigningKeyRecord {
  readonly key_id: string;
  readonly algorithm: 'secp256k1-eip191';
  /** EIP-55. */
  readonly signer_address: string;
  readonly created_at: string;
  /** No longer signs since; its signatures stay good. */
  readonly retired_at: string | null;
  /** Not to be trusted since, unless something independent shows that a signature is older. */
  readonly revoked_at: string | null;
  /** Index of the revocation in the log: an entry before it is older. Present with `revoked_at` alone. */
  readonly revoked_log_index?: number | undefined;
}

/** A signature made by the active key. */
export interface MadeSignature {
  readonly keyId: string;
  /** EIP-55. */
  readonly signerAddress: string;
  /** `0x` and 65 bytes: r, low s, v 27 or 28. */
  readonly signature: `0x${string}`;
}

/** Who signs. */
export type SignerIdentity = Pick<MadeSignature, 'keyId' | 'signerAddress'>;

/** Signs short ASCII texts by EIP-191. A KMS could stand behind it. */
export interface Signer {
  /** @param text the text, or what writes it once the key in force is known: for texts that name their signer. */
  sign(text: string | ((signer: SignerIdentity) => string)): Promise<MadeSignature>;
}

/** Signs digests of structured data (EIP-712), which libraries hash by themselves. */
export interface DigestSigner {
  /** @param digest 32 bytes. */
  signDigest(digest: Uint8Array): Promise<MadeSignature>;
}

/** The published list of keys. */
export interface KeyDirectory {
  list(): Promise<readonly SigningKeyRecord[]>;
}
