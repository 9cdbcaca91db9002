import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import type { Signer } from '../signing/port.ts';

/** Members of a JSON document that name and carry its signature. */
export interface SignatureMembers {
  readonly key_id: string;
  /** EIP-55. */
  readonly signer_address: string;
  /** `0x` and 65 bytes of hex, EIP-191 over {@link documentText}. */
  readonly signature: string;
}

/** Digest of a document without its member `signature`: SHA-256 of the RFC 8785 form, hex. */
export function documentDigest(document: object): string {
  const { signature: _, ...unsigned } = document as { signature?: unknown };
  return toHex(sha256(canonicalBytes(unsigned)));
}

/**
 * The text that is signed, ASCII, LF, no trailing newline, e.g.
 * ```
 * affiant-custody/v1
 * <64 hex>
 * ```
 *
 * @param schema the document's own, so that no signature of one kind passes for another.
 * @see evidence-format.md 5 and 9
 */
export const documentText = (schema: string, digest: string): string => `${schema}\n${digest}`;

/** Sign a document. Its signer stands under the signature too. */
export async function signDocument<T extends { readonly schema: string }>(
  facts: T,
  signer: Signer,
): Promise<T & SignatureMembers> {
  const { keyId, signerAddress, signature } = await signer.sign(({ keyId, signerAddress }) =>
    documentText(facts.schema, documentDigest({ ...facts, key_id: keyId, signer_address: signerAddress })),
  );
  return { ...facts, key_id: keyId, signer_address: signerAddress, signature };
}
