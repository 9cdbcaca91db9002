import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { openStorage, type Storage } from '../../src/composition/storage.ts';
import { createId } from '../../src/core/id.ts';
import { parseApiKey } from '../../src/domain/account/api-key.ts';
import { ownerOfKey } from '../../src/domain/account/principal.ts';
import { bundleEntry } from '../../src/domain/log/entry.ts';
import { KEY, startTestService, type TestService } from '../support/api.ts';
import type { Figure, Section } from './section.ts';
import { alternate } from './statistics.ts';
import { stageLargeBundle } from './support/large-bundle.ts';
import { extraMemory } from './support/process-memory.ts';

const ROUNDS = { count: 5, warmUps: 1, budgetMs: 20_000 };
const SMALL_MEBIBYTES = 1;
const LARGE_MEBIBYTES = 500;
const OWNER_ID = ownerOfKey(parseApiKey(KEY)?.id ?? '');

/** How far the memory of the service rises with the size of a bundle. */
export const section: Section = {
  name: 'memory',
  goal: 'less than 64 MB more while a bundle of 500 MB is downloaded or verified',
  async run() {
    await using resources = new AsyncDisposableStack();
    const dataDir = resources.adopt(await mkdtemp(join(tmpdir(), 'affiant-bench-')), (folder) =>
      rm(folder, { recursive: true, force: true }),
    );
    const bundles = await publishBundles(dataDir);
    const service = resources.adopt(await startTestService({ AFFIANT_DATA_DIR: dataDir }), (running) =>
      running.close(),
    );
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries({ download, verify })) {
      const extra = (bundleId: string) => extraMemory(service.process.pid, () => work(service, bundleId));
      const { ours, baseline } = await alternate(
        { ours: () => extra(bundles.large), baseline: () => extra(bundles.small) },
        ROUNDS,
      );
      figures.push({
        name: `${name} ${LARGE_MEBIBYTES} MiB`,
        unit: 'MB',
        ours,
        baseline: { name: `${SMALL_MEBIBYTES} MiB`, ...baseline },
        goal: { on: 'ours', bound: '<=', value: 64 },
      });
    }
    return figures;
  },
};

/** Put bundles into a new data folder, as if the service had captured them. */
async function publishBundles(dataDir: string): Promise<{ small: string; large: string }> {
  const storage = await openStorage({
    dataDir,
    databaseUrl: null,
    signingKey: null,
    onError: (error) => process.emitWarning(String(error)),
  });
  try {
    return { small: await publish(storage, SMALL_MEBIBYTES), large: await publish(storage, LARGE_MEBIBYTES) };
  } finally {
    await storage.close();
  }
}

async function publish({ store, bundles, signing }: Storage, mebibytes: number): Promise<string> {
  const bundleId = createId('ev');
  const keys = await signing.directory.list();
  const { staged, sealed } = await stageLargeBundle(store, {
    bundleId,
    mebibytes,
    signer: signing.signer,
    keys,
  });
  const { manifestSha256, signatureSha256 } = sealed;
  const row = {
    ...{
      bundleId,
      ownerId: OWNER_ID,
      jobId: null,
      mode: 'extract',
      createdAt: new Date(),
      sourceKey: bundleId,
    },
    ...{
      manifestSha256,
      signatureSha256,
      logEntry: bundleEntry({ bundleId, manifestSha256, signatureSha256 }),
    },
    ...{ parent: null, parentIsExplicit: false, legalHold: false, retentionUntil: null },
  };
  await bundles.publish(row, () => staged.publish());
  return bundleId;
}

async function download(service: TestService, bundleId: string): Promise<void> {
  const url = `${service.baseUrl}/v1/extract/${bundleId}/download`;
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'x-api-key': KEY } }, resolve).on('error', reject);
  });
  await finished(response.resume());
  if (response.statusCode !== 200 || !response.complete) throw new Error(`download: ${response.statusCode}`);
}

async function verify(service: TestService, bundleId: string): Promise<void> {
  const { status, body } = await service.call(`/v1/extract/${bundleId}/verify`);
  if (status !== 200) throw new Error(`verify: ${JSON.stringify(body)}`);
}
