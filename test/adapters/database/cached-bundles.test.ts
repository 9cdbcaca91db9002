import { beforeAll, describe, expect, it } from 'vitest';
import { createBundleRepository } from '../../../src/adapters/database/bundle-repository.ts';
import { cacheBundles } from '../../../src/adapters/database/cached-bundles.ts';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createId } from '../../../src/core/id.ts';
import type { BundleRepository } from '../../../src/domain/bundle/port.ts';
import { databaseKinds } from '../../support/databases.ts';

const OWNER = 'key:owner';

describe.each(databaseKinds)('bundles kept in memory over $kind', (databases) => {
  const source = databases.prepare();
  let database: Database;
  let bundles: BundleRepository;
  let reads: number;
  beforeAll(async () => {
    database = await source.open();
    const stored = createBundleRepository(database);
    const get: BundleRepository['get'] = (ownerId, bundleId) => {
      reads++;
      return stored.get(ownerId, bundleId);
    };
    bundles = await cacheBundles({ ...stored, get }, database);
  });

  const publish = async () => {
    const bundleId = createId('ev');
    const digest = 'a'.repeat(64);
    const bundle = {
      bundleId,
      ownerId: OWNER,
      jobId: null,
      mode: 'extract',
      createdAt: new Date(0),
      sourceKey: bundleId,
      manifestSha256: digest,
      signatureSha256: digest,
      parent: null,
      parentIsExplicit: false,
      legalHold: false,
      retentionUntil: null,
      logEntry: `{"id":"${bundleId}","t":"bundle"}`,
    };
    await bundles.publish(bundle, async () => {});
    reads = 0;
    return bundleId;
  };
  const hold = (bundleId: string, legalHold: boolean) =>
    database.query((db) =>
      db.updateTable('bundles').set({ legal_hold: legalHold }).where('bundle_id', '=', bundleId).execute(),
    );

  it('reads a row once where news of changes come at once, else each time', async () => {
    const bundleId = await publish();
    for (let call = 0; call < 3; call++)
      expect(await bundles.get(OWNER, bundleId)).toMatchObject({ bundleId });
    expect(reads).toBe(database.kind === 'pglite' ? 1 : 3);
  });

  it('shows every change to whoever reads after it', async () => {
    const bundleId = await publish();
    for (let round = 0; round < 20; round++) {
      const legalHold = round % 2 === 0;
      await hold(bundleId, legalHold);
      expect(await bundles.get(OWNER, bundleId)).toMatchObject({ legalHold });
    }
  });

  it('keeps no row that changed while it was read', async () => {
    const bundleId = await publish();
    for (let round = 0; round < 20; round++) {
      const legalHold = round % 2 === 0;
      await Promise.all([
        bundles.get(OWNER, bundleId),
        hold(bundleId, legalHold),
        bundles.get(OWNER, bundleId),
      ]);
      expect(await bundles.get(OWNER, bundleId)).toMatchObject({ legalHold });
    }
  });

  it('shows a row to its owner alone, however often it was read', async () => {
    const bundleId = await publish();
    await bundles.get(OWNER, bundleId);
    expect(await bundles.get('key:stranger', bundleId)).toBeNull();
    expect(await bundles.get(OWNER, bundleId)).not.toBeNull();
  });
});
