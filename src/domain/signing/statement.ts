/** What a signature is about. */
export interface SignedCore {
  readonly bundleId: string;
  /** Digest of the raw bytes of `manifest.json`, hex. */
  readonly manifestSha256: string;
}

/**
 * The text that is signed, ASCII, LF, no trailing newline:
 * ```
 * affiant-evidence/v1
 * bundle: ev_01…
 * manifest-sha256: <64 hex>
 * ```
 *
 * @see evidence-format.md 3
 */
export const statementText = ({ bundleId, manifestSha256 }: SignedCore): string =>
  `affiant-evidence/v1\nbundle: ${bundleId}\nmanifest-sha256: ${manifestSha256}`;
