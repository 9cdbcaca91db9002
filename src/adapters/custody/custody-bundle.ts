import type { Kysely } from 'kysely';
import type { CustodyBundle } from '../../domain/custody/port.ts';
import type { CustodySchema } from './custody-schema.ts';

/** Rows of bundles with their tombstones, whoever's they are. */
export const selectBundles = (db: Kysely<CustodySchema>) =>
  db
    .selectFrom('bundles')
    .leftJoin('tombstones', 'tombstones.bundle_id', 'bundles.bundle_id')
    .select([
      'bundles.bundle_id as bundleId',
      'owner_id as ownerId',
      'job_id as jobId',
      'status',
      'manifest_sha256 as manifestSha256',
      'legal_hold as legalHold',
      'retention_until as retentionUntil',
      'tombstone_id as tombstoneId',
    ]);

/** One of them; null when there never was such a bundle. */
export const findBundle = async (
  db: Kysely<CustodySchema>,
  bundleId: string,
): Promise<CustodyBundle | null> =>
  (await selectBundles(db).where('bundles.bundle_id', '=', bundleId).executeTakeFirst()) ?? null;
