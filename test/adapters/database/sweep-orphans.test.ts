import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBundleRepository } from '../../../src/adapters/database/bundle-repository.ts';
import type { Database } from '../../../src/adapters/database/database.ts';
import { sweepOrphans } from '../../../src/adapters/database/sweep-orphans.ts';
import { type DataFolder, prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../../src/adapters/store/file-bundle-store.ts';
import { createId } from '../../../src/core/id.ts';
import type { BundleStore } from '../../../src/domain/bundle/port.ts';
import type { JobStatus } from '../../../src/domain/job/job.ts';
import { databaseKinds } from '../../support/databases.ts';

const DIGEST = 'a'.repeat(64);

describe.each(databaseKinds)('published folders without a row in $kind', (databases) => {
  const source = databases.prepare();
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-orphans-'));
  let database: Database;
  let folders: DataFolder;
  let store: BundleStore;
  let faults: unknown[];
  beforeAll(async () => {
    database = await source.open();
    folders = await prepareDataFolder(dataDir, false);
    store = createFileBundleStore(folders);
  });
  beforeEach(() => {
    faults = [];
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const addFolder = async (): Promise<string> => {
    const bundleId = createId('ev');
    const staged = await store.stage(bundleId);
    await staged.write('manifest.json', new Uint8Array());
    await staged.publish();
    return bundleId;
  };
  const addJob = (bundleId: string, status: JobStatus) =>
    database.query((db) =>
      db
        .insertInto('jobs')
        .values({
          job_id: createId('job'),
          owner_id: 'key:owner',
          type: 'extract',
          status,
          progress_pct: 0,
          bundle_id: bundleId,
          created_at: new Date(),
          price_credits: 0,
          parameters: '{}',
        })
        .execute(),
    );
  const sweep = (change: Partial<DataFolder> = {}) =>
    sweepOrphans({
      database,
      store,
      folders: { ...folders, ...change },
      onError: (error) => faults.push(error),
    });
  const isThere = async (bundleId: string) => (await store.open(bundleId)) !== null;

  it('go when their job has failed, and stay while it may yet publish', async () => {
    const [failed, waiting] = [await addFolder(), await addFolder()];
    await addJob(failed, 'failed');
    await addJob(waiting, 'processing');
    await sweep();
    expect([await isThere(failed), await isThere(waiting)]).toEqual([false, true]);
    expect(faults).toEqual([]);
  });

  it('stay when another process may have made them just now', async () => {
    const bundleId = await addFolder();
    await addJob(bundleId, 'failed');
    await sweep({ staleBefore: Date.now() - 3_600_000 });
    expect(await isThere(bundleId)).toBe(true);
    await sweep();
    expect(await isThere(bundleId)).toBe(false);
  });

  it('stay and are reported when the database knows nothing of them, and those with a row stay', async () => {
    const [lost, published] = [await addFolder(), await addFolder()];
    await createBundleRepository(database).publish(
      {
        bundleId: published,
        ownerId: 'key:owner',
        jobId: null,
        mode: 'extract',
        createdAt: new Date(),
        sourceKey: DIGEST,
        manifestSha256: DIGEST,
        signatureSha256: DIGEST,
        parent: null,
        parentIsExplicit: false,
        legalHold: false,
        retentionUntil: null,
        logEntry: '{}',
      },
      async () => {},
    );
    await sweep();
    expect([await isThere(lost), await isThere(published)]).toEqual([true, true]);
    expect(faults).toMatchObject([
      { code: 'INTERNAL', message: expect.stringContaining('1 stored bundles') },
    ]);
  });
});
