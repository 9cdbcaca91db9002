import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { documentDigest, documentText, signDocument } from '../custody/signed-document.ts';
import type { Signer } from '../signing/port.ts';
import { recoverSigner } from '../signing/recover.ts';

/** Why a bundle was deleted. */
export const DELETION_REASONS = ['owner_request', 'retention_ended'] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

// Not src/core/schema.ts: it brings node:crypto into what a browser may run.
const ulid = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

const tombstoneSchema = z.object({
  schema: z.literal('affiant-tombstone/v1'),
  tombstone_id: z.string().check(z.regex(new RegExp(`^tomb_${ulid}$`))),
  bundle_id: z.string().check(z.regex(new RegExp(`^ev_${ulid}$`))),
  manifest_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  deleted_at: z.iso.datetime({ precision: 3 }),
  reason: z.enum(DELETION_REASONS),
  log_index: z.int().check(z.nonnegative()),
  key_id: z.string(),
  signer_address: z.string(),
  signature: z.string(),
});

/**
 * What is left of a deleted bundle: a signed statement that names its entry in the log.
 *
 * @see evidence-format.md 9
 */
export type Tombstone = z.infer<typeof tombstoneSchema>;

/** Everything in a tombstone but its signature. */
export type TombstoneFacts = Omit<Tombstone, 'schema' | 'key_id' | 'signer_address' | 'signature'>;

/** Make a tombstone. */
export const signTombstone = (facts: TombstoneFacts, signer: Signer): Promise<Tombstone> =>
  signDocument({ schema: 'affiant-tombstone/v1', ...facts }, signer);

/** Bytes of `tombstone.json`, canonical JSON. */
export const encodeTombstone = (tombstone: Tombstone): Uint8Array => canonicalBytes(tombstone);

/** @throws Error when the bytes are no tombstone of version 1. */
export const parseTombstone = (bytes: Uint8Array): Tombstone =>
  tombstoneSchema.parse(JSON.parse(fromUtf8(bytes)));

/** Who signed a tombstone, EIP-55; null when the signature is not one of its stated signer. */
export function signerOfTombstone(tombstone: Tombstone): string | null {
  const signer = recoverSigner(
    documentText(tombstone.schema, documentDigest(tombstone)),
    tombstone.signature,
  );
  return signer === tombstone.signer_address ? signer : null;
}
