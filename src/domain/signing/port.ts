/** A signing key as published (evidence-format.md 3). Times are RFC 3339. */
export interface SigningKeyRecord {
  readonly key_id: string;
  readonly algorithm: 'secp256k1-eip191';
  /** EIP-55. */
  readonly signer_address: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  readonly revoked_at: string | null;
}

/** A signature made by the active key. */
export interface MadeSignature {
  readonly keyId: string;
  /** EIP-55. */
  readonly signerAddress: string;
  /** `0x` and 65 bytes: r, low s, v 27 or 28. */
  readonly signature: `0x${string}`;
}

/** Signs short ASCII texts by EIP-191. A KMS could stand behind it. */
export interface Signer {
  sign(text: string): Promise<MadeSignature>;
}

/** The published list of keys. */
export interface KeyDirectory {
  list(): Promise<readonly SigningKeyRecord[]>;
}
