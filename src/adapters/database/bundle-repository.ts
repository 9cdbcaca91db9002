import { type Kysely, type Selectable, sql } from 'kysely';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { BundleRecord } from '../../domain/bundle/bundle.ts';
import type { BundleRepository } from '../../domain/bundle/port.ts';
import type { Database } from './database.ts';
import { latestOfSource, publishBundle } from './publish-bundle.ts';
import type { Schema } from './schema.ts';

/** Bundle rows in SQL. */
export function createBundleRepository(database: Database, clock: Clock = systemClock): BundleRepository {
  return {
    async get(ownerId, bundleId) {
      const row = await database.query((db) =>
        db
          .selectFrom('bundles')
          .selectAll()
          .select(tombstoneId)
          .where('bundle_id', '=', bundleId)
          .where('owner_id', '=', ownerId)
          .executeTakeFirst(),
      );
      return row ? toRecord(row) : null;
    },
    latestOfSource(ownerId, sourceKey) {
      return database.query((db) => latestOfSource(db, ownerId, sourceKey));
    },
    publish(bundle, makeVisible) {
      return database.transaction((trx) => publishBundle(trx, { bundle, makeVisible, clock }));
    },
    async versions(ownerId, bundleId) {
      const rows = await database.query((db) => selectVersions(db, ownerId, bundleId));
      return rows.map(toRecord);
    },
  };
}

/** Up the parent links to the first version, and from there down to every later one. */
async function selectVersions(db: Kysely<Schema>, ownerId: string, bundleId: string): Promise<BundleRow[]> {
  const { rows } = await sql<BundleRow>`
    with recursive ancestors as (
      select bundle_id, parent_bundle_id from bundles where bundle_id = ${bundleId} and owner_id = ${ownerId}
      union
      select parent.bundle_id, parent.parent_bundle_id from bundles parent
      join ancestors child on parent.bundle_id = child.parent_bundle_id
    ), versions as (
      select bundle_id from ancestors where parent_bundle_id is null
      union
      select child.bundle_id from bundles child join versions on child.parent_bundle_id = versions.bundle_id
    )
    select bundles.*, ${tombstoneId} from bundles where bundle_id in (select bundle_id from versions) order by log_index`.execute(
    db,
  );
  return rows;
}

type BundleRow = Selectable<Schema['bundles']> & { readonly tombstone_id: string | null };

const tombstoneId = sql<
  string | null
>`(select tombstone_id from tombstones where tombstones.bundle_id = bundles.bundle_id)`.as('tombstone_id');

const toRecord = (row: BundleRow): BundleRecord => ({
  bundleId: row.bundle_id,
  ownerId: row.owner_id,
  jobId: row.job_id,
  status: row.status,
  mode: row.mode,
  createdAt: row.created_at,
  manifestSha256: row.manifest_sha256,
  signatureSha256: row.signature_sha256,
  parentBundleId: row.parent_bundle_id,
  supersededBy: row.superseded_by,
  legalHold: row.legal_hold,
  retentionUntil: row.retention_until,
  tombstoneId: row.tombstone_id,
});
