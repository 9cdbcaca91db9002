/** `pending` and `failed` describe a bundle whose job has not published or never will. */
export type BundleStatus = 'pending' | 'complete' | 'failed' | 'deleted';

/** A bundle's row: the facts that are not in its manifest. */
export interface BundleRecord {
  readonly bundleId: string;
  readonly ownerId: string;
  readonly jobId: string | null;
  readonly status: BundleStatus;
  readonly mode: string;
  readonly createdAt: Date;
  readonly manifestSha256: string;
  /** SHA-256 over the bytes of `signature.json`. */
  readonly signatureSha256: string;
  readonly parentBundleId: string | null;
  readonly supersededBy: string | null;
  readonly legalHold: boolean;
  readonly retentionUntil: Date | null;
  /** Set once the bundle is deleted. */
  readonly tombstoneId: string | null;
}

/** What publishing needs to know. */
export interface NewBundle {
  readonly bundleId: string;
  readonly ownerId: string;
  readonly jobId: string | null;
  readonly mode: string;
  readonly createdAt: Date;
  /** SHA-256 of the normalised URL or of the upload's bytes, hex: groups versions of one source. */
  readonly sourceKey: string;
  readonly manifestSha256: string;
  readonly signatureSha256: string;
  readonly parent: { readonly bundleId: string; readonly manifestSha256: string } | null;
  /** The caller named the parent: link to it even when it has been superseded. */
  readonly parentIsExplicit: boolean;
  readonly legalHold: boolean;
  readonly retentionUntil: Date | null;
  /** Entry of the log, RFC 8785 (evidence-format.md 6). */
  readonly logEntry: string;
}
