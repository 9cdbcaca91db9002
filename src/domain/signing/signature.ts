import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { EvidenceError } from '../../core/error.ts';
import type { MadeSignature } from './port.ts';
import type { SignedCore } from './statement.ts';

/** Largest `signature.json` that is read, bytes. */
export const MAX_SIGNATURE_BYTES = 64 * 1024;

const signatureSchema = z.object({
  algorithm: z.literal('secp256k1-eip191'),
  key_id: z.string(),
  signer_address: z.string(),
  signature: z.string(),
  signed_at: z.iso.datetime({ precision: 3 }),
});

const signatureFileSchema = z.object({
  schema: z.literal('affiant-signature/v1'),
  bundle_id: z.string(),
  manifest_sha256: z.string(),
  // More than one is allowed for, so that a second algorithm can be added without a new format.
  signatures: z.array(signatureSchema).check(z.minLength(1), z.maxLength(8)),
});

/**
 * `signature.json`, frozen at sealing.
 *
 * @see evidence-format.md 3
 */
export type SignatureFile = z.infer<typeof signatureFileSchema>;

/**
 * The content of `signature.json` around a signature that was made.
 *
 * @param signedAt RFC 3339 with milliseconds. It is not under the signature: the manifest's `sealed` is.
 */
export const buildSignatureFile = (
  core: SignedCore,
  made: MadeSignature,
  signedAt: string,
): SignatureFile => ({
  schema: 'affiant-signature/v1',
  bundle_id: core.bundleId,
  manifest_sha256: core.manifestSha256,
  signatures: [
    {
      algorithm: 'secp256k1-eip191',
      key_id: made.keyId,
      signer_address: made.signerAddress,
      signature: made.signature,
      signed_at: signedAt,
    },
  ],
});

/** Bytes of `signature.json`, canonical JSON. */
export const encodeSignatureFile = (file: SignatureFile): Uint8Array => canonicalBytes(file);

/** @throws EvidenceError `ARTIFACT_TAMPERED` when the bytes are no signature file of version 1. */
export function parseSignatureFile(bytes: Uint8Array): SignatureFile {
  try {
    return signatureFileSchema.parse(JSON.parse(fromUtf8(bytes)));
  } catch (cause) {
    throw new EvidenceError('ARTIFACT_TAMPERED', 'signature.json is not a signature file of version 1.', {
      cause,
      details: { tampered: ['signature'] },
    });
  }
}
