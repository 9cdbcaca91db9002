import { join } from 'node:path';
import { sql } from 'kysely';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../../domain/bundle/port.ts';
import { type DataFolder, isStale } from '../store/data-folder.ts';
import type { Database } from './database.ts';

/** Where orphans are looked for. */
export interface OrphanPlaces {
  readonly database: Database;
  readonly store: Pick<BundleStore, 'listIds' | 'remove'>;
  readonly folders: Pick<DataFolder, 'bundles' | 'staleBefore'>;
  /** Told of folders that the database knows nothing of. */
  readonly onError: (error: unknown) => void;
}

/** Folders looked up at once. */
const PAGE = 1_000;

/**
 * At start: remove published folders whose job has failed. Their publication died between the rename and the
 * commit, so there is no row to delete them by.
 *
 * A folder that neither a bundle nor a job knows is never removed: the database was lost, or restored from an
 * older backup, and its row can be rebuilt from it.
 */
export async function sweepOrphans({ database, store, folders, onError }: OrphanPlaces): Promise<void> {
  const rowless = await findRowless(database, store);
  let unknown = 0;
  for (const bundleId of rowless) {
    if (!(await isStale(join(folders.bundles, bundleId), folders.staleBefore))) continue;
    const fate = await fateOf(database, bundleId);
    if (fate === 'orphan') await store.remove(bundleId);
    if (fate === 'unknown') unknown += 1;
  }
  if (unknown > 0)
    onError(
      new EvidenceError('INTERNAL', `${unknown} stored bundles are not in the database: left as they are.`),
    );
}

async function findRowless(database: Database, store: Pick<BundleStore, 'listIds'>): Promise<string[]> {
  const bundleIds = await Array.fromAsync(store.listIds());
  const rowless: string[] = [];
  for (let start = 0; start < bundleIds.length; start += PAGE) {
    const page = bundleIds.slice(start, start + PAGE);
    const rows = await database.query((db) =>
      db.selectFrom('bundles').select('bundle_id').where('bundle_id', 'in', page).execute(),
    );
    const known = new Set(rows.map(({ bundle_id }) => bundle_id));
    rowless.push(...page.filter((bundleId) => !known.has(bundleId)));
  }
  return rowless;
}

/** One statement: a publication that commits meanwhile is seen either as a job under way or as a row. */
async function fateOf(database: Database, bundleId: string): Promise<'orphan' | 'kept' | 'unknown'> {
  const { rows } = await database.query((db) =>
    sql<{ is_failed: boolean }>`
      select status in ('failed', 'cancelled') as is_failed from jobs where bundle_id = ${bundleId}
      union all select false from bundles where bundle_id = ${bundleId}`.execute(db),
  );
  if (rows.length === 0) return 'unknown';
  return rows.every(({ is_failed: isFailed }) => isFailed) ? 'orphan' : 'kept';
}
