import type { BundleRecord } from '../../domain/bundle/bundle.ts';
import type { BundleRepository } from '../../domain/bundle/port.ts';
import type { Database } from './database.ts';

/** Channel of migration 0013: the id of each bundle whose row changed. */
const CHANGED_CHANNEL = 'affiant_bundle_changed';

const MAX_RECORDS = 1000;

/**
 * Bundle rows with those read lately kept in memory, where the database itself tells at once of every change:
 * the embedded one. On a server such news come late, so nothing is kept there.
 */
export async function cacheBundles(
  repository: BundleRepository,
  { listen }: Pick<Database, 'listen'>,
): Promise<BundleRepository> {
  if (listen === null) return repository;
  const kept = new Map<string, BundleRecord>();
  let changes = 0;
  await listen(CHANGED_CHANNEL, (bundleId) => {
    changes++;
    kept.delete(bundleId);
  });
  const keep = (record: BundleRecord): void => {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_RECORDS) kept.delete(oldest);
    kept.set(record.bundleId, record);
  };
  return {
    async get(ownerId, bundleId) {
      const known = kept.get(bundleId);
      if (known?.ownerId === ownerId) return known;
      const before = changes;
      const record = await repository.get(ownerId, bundleId);
      // A row that changed while it was read may be the old one.
      if (record && changes === before) keep(record);
      return record;
    },
    latestOfSource: (ownerId, sourceKey) => repository.latestOfSource(ownerId, sourceKey),
    publish: (bundle, makeVisible) => repository.publish(bundle, makeVisible),
    versions: (ownerId, bundleId) => repository.versions(ownerId, bundleId),
  };
}
