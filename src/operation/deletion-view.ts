import { z } from 'zod';
import { toTimestamp } from '../core/clock.ts';
import { component, idSchema, timestamp } from '../core/schema.ts';
import type { Deletion } from '../domain/deletion/deletion-service.ts';
import { DELETION_REASONS } from '../domain/deletion/tombstone.ts';
import { bundleId, manifestSha256 } from './fields.ts';

const tombstoneId = idSchema('tomb').describe('Tombstone id, tomb_ and 26 characters');

export const tombstoneOutput = component(
  'Tombstone',
  z.object({
    schema: z.literal('affiant-tombstone/v1').describe('Version of the tombstone'),
    tombstone_id: tombstoneId,
    bundle_id: bundleId,
    manifest_sha256: manifestSha256,
    deleted_at: timestamp.describe('RFC 3339, UTC'),
    reason: z.enum(DELETION_REASONS).describe('Why'),
    log_index: z.int().describe('Index of its entry in the transparency log'),
    key_id: z.string().describe('Id of the signing key'),
    signer_address: z.string().describe('EIP-55 address of the signer'),
    signature: z.string().describe('EIP-191 over affiant-tombstone/v1 and the digest of the rest'),
  }),
);

/** A deletion as every face answers it. */
export const viewDeletion = ({ tombstone, record, purgedAt }: Deletion) => ({
  deleted: true as const,
  tombstone_id: tombstone.tombstone_id,
  tombstone,
  record,
  purged_at: purgedAt && toTimestamp(purgedAt),
});
