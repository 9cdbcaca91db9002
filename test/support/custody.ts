import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustodyRepository } from '../../src/adapters/custody/custody-repository.ts';
import { createDeletionRepository } from '../../src/adapters/custody/deletion-repository.ts';
import { createBundleRepository } from '../../src/adapters/database/bundle-repository.ts';
import type { Database } from '../../src/adapters/database/database.ts';
import { prepareDataFolder } from '../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../src/adapters/store/file-bundle-store.ts';
import { createId } from '../../src/core/id.ts';
import type { Owner } from '../../src/domain/account/principal.ts';
import type { NewBundle } from '../../src/domain/bundle/bundle.ts';
import type { BundleStore } from '../../src/domain/bundle/port.ts';
import { CustodyService } from '../../src/domain/custody/custody-service.ts';
import { DeletionService } from '../../src/domain/deletion/deletion-service.ts';
import type { DerivedData } from '../../src/domain/deletion/port.ts';
import { bundleEntry } from '../../src/domain/log/entry.ts';
import { sealBundle } from '../../src/domain/manifest/seal.ts';
import { createLocalSigner } from '../../src/domain/signing/local-signer.ts';
import { GOLDEN_INPUT, GOLDEN_KEY, GOLDEN_KEY_RECORD } from '../golden/golden-bundle.ts';

export const OWNER: Owner = { kind: 'api-key', ownerId: 'key:owner', keyId: 'owner', plan: 'scale' };
export const STRANGER: Owner = { kind: 'api-key', ownerId: 'key:other', keyId: 'other', plan: 'scale' };

/** A clock that a test sets. */
export class TestClock {
  time: number = Date.parse('2026-03-01T00:00:00.000Z');
  now = (): Date => new Date(this.time);
}

/** Custody and deletion over a database and a store of their own. */
export async function openCustody(database: Database, derived: readonly DerivedData[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-custody-'));
  const store = createFileBundleStore(await prepareDataFolder(folder, false));
  const clock = new TestClock();
  const signer = createLocalSigner({ privateKey: GOLDEN_KEY, keyId: GOLDEN_KEY_RECORD.key_id });
  const keys = { list: async () => [GOLDEN_KEY_RECORD] };
  const bundles = createBundleRepository(database);
  const parts = { store, signer, keys, clock };
  return {
    folder,
    store,
    clock,
    bundles,
    custodyWith: (other: Partial<{ store: BundleStore }>) =>
      new CustodyService({ repository: createCustodyRepository(database), ...parts, ...other }),
    deletionWith: (other: Partial<{ store: BundleStore }>) =>
      new DeletionService({ repository: createDeletionRepository(database), derived, ...parts, ...other }),
    custody: new CustodyService({ repository: createCustodyRepository(database), ...parts }),
    deletion: new DeletionService({ repository: createDeletionRepository(database), derived, ...parts }),
    /** A bundle with the files of a real one. */
    async publish(change: Partial<NewBundle> = {}): Promise<NewBundle> {
      const bundleId = createId('ev');
      const staged = await store.stage(bundleId);
      const sealed = await sealBundle({ ...GOLDEN_INPUT, bundleId }, { staged, signer, clock, randomBytes });
      const core = {
        bundleId,
        manifestSha256: sealed.manifestSha256,
        signatureSha256: sealed.signatureSha256,
      };
      const bundle: NewBundle = {
        ...core,
        ownerId: OWNER.ownerId,
        jobId: null,
        mode: 'extract',
        createdAt: clock.now(),
        sourceKey: core.manifestSha256,
        parent: null,
        parentIsExplicit: false,
        legalHold: false,
        retentionUntil: null,
        logEntry: bundleEntry(core),
        ...change,
      };
      await bundles.publish(bundle, () => staged.publish());
      return bundle;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type OpenedCustody = Awaited<ReturnType<typeof openCustody>>;
