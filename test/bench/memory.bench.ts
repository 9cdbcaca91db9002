import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createBundleRepository } from '../../src/adapters/database/bundle-repository.ts';
import { openDatabase } from '../../src/adapters/database/database.ts';
import { prepareDataFolder } from '../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../src/adapters/store/file-bundle-store.ts';
import { toHex } from '../../src/core/bytes.ts';
import { createId } from '../../src/core/id.ts';
import { parseApiKey } from '../../src/domain/account/api-key.ts';
import { ownerOfKey } from '../../src/domain/account/principal.ts';
import type { NewBundle } from '../../src/domain/bundle/bundle.ts';
import { bundleEntry } from '../../src/domain/log/entry.ts';
import type { SealedBundle } from '../../src/domain/manifest/seal.ts';
import { GOLDEN_KEY } from '../golden/golden-bundle.ts';
import { KEY, startTestService, type TestService } from '../support/api.ts';
import type { Figure, Section } from './section.ts';
import { alternate } from './statistics.ts';
import { stageLargeBundle } from './support/large-bundle.ts';
import { peakMemory, residentMemory } from './support/process-memory.ts';

/** No warm-up: the first time counts as well. */
const ROUNDS = { count: 5, warmUps: 0, budgetMs: 12_000 };
/** A fifth: memory that grows with the bundle shows in the ratio. */
const SMALL_MEBIBYTES = 100;
const LARGE_MEBIBYTES = 500;
const OWNER_ID = ownerOfKey(parseApiKey(KEY)?.id ?? '');

/** How far the memory of the service rises above what it held after its start. */
export const section: Section = {
  name: 'memory',
  goal: 'less than 64 MB more while a bundle of 500 MB is downloaded or verified',
  async run() {
    await using resources = new AsyncDisposableStack();
    const dataDir = resources.adopt(await mkdtemp(join(tmpdir(), 'affiant-bench-')), (folder) =>
      rm(folder, { recursive: true, force: true }),
    );
    const bundles = await publishBundles(dataDir);
    const service = resources.adopt(
      await startTestService({ AFFIANT_DATA_DIR: dataDir, AFFIANT_SIGNING_KEY: toHex(GOLDEN_KEY) }),
      (running) => running.close(),
    );
    const { pid } = service.process;
    const idle = await residentMemory(pid);
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries({ download, verify })) {
      const extra = async (bundleId: string) => (await peakMemory(pid, () => work(service, bundleId))) - idle;
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
  const store = createFileBundleStore(await prepareDataFolder(dataDir, false));
  const onError = (error: unknown) => process.emitWarning(String(error));
  const database = await openDatabase({ dataDir, databaseUrl: null, onError });
  const repository = createBundleRepository(database);
  const publish = async (mebibytes: number) => {
    const bundleId = createId('ev');
    const { staged, sealed } = await stageLargeBundle(store, { bundleId, mebibytes });
    await repository.publish(toRow(bundleId, sealed), () => staged.publish());
    return bundleId;
  };
  try {
    return { small: await publish(SMALL_MEBIBYTES), large: await publish(LARGE_MEBIBYTES) };
  } finally {
    await database.close();
  }
}

const toRow = (bundleId: string, { manifestSha256, signatureSha256 }: SealedBundle): NewBundle => ({
  bundleId,
  ownerId: OWNER_ID,
  jobId: null,
  mode: 'extract',
  createdAt: new Date(),
  sourceKey: bundleId,
  manifestSha256,
  signatureSha256,
  parent: null,
  parentIsExplicit: false,
  legalHold: false,
  retentionUntil: null,
  logEntry: bundleEntry({ bundleId, manifestSha256, signatureSha256 }),
});

async function download(service: TestService, bundleId: string): Promise<void> {
  const url = `${service.baseUrl}/v1/extract/${bundleId}/download`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'x-api-key': KEY } }, resolve).on('error', reject);
  });
  await finished(response.resume());
  if (response.statusCode !== 200 || !response.complete) throw new Error(`download: ${response.statusCode}`);
}

async function verify(service: TestService, bundleId: string): Promise<void> {
  const { status, body } = await service.call(`/v1/extract/${bundleId}/verify`);
  if (status !== 200) throw new Error(`verify: ${JSON.stringify(body)}`);
}
