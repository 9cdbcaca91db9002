import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openFolder } from '../../src/adapters/archive/folder-reader.ts';
import { createNodeSha256 } from '../../src/adapters/archive/node-sha256.ts';
import { prepareDataFolder } from '../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../src/adapters/store/file-bundle-store.ts';
import { createId } from '../../src/core/id.ts';
import { LOCAL_LIMITS } from '../../src/domain/archive/limits.ts';
import type { BundleReader } from '../../src/domain/bundle/port.ts';
import { verifyBundle } from '../../src/domain/verification/verify-bundle.ts';
import { GOLDEN_SIGNER } from '../golden/golden-bundle.ts';
import type { Section } from './section.ts';
import { alternate, timed } from './statistics.ts';
import { stageLargeBundle } from './support/large-bundle.ts';

const ROUNDS = { count: 15, warmUps: 2, budgetMs: 15_000 };
const run = promisify(execFile);

/** The whole verification of a folder against hashing the same files by the system's program. */
export const section: Section = {
  name: 'verify',
  goal: 'verification of 100 MB has at least 0.8 times the throughput of sha256sum',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'affiant-bench-'));
    try {
      return await measure(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(root: string): ReturnType<Section['run']> {
  const store = createFileBundleStore(await prepareDataFolder(root, false));
  const bundleId = createId('ev');
  const { staged } = await stageLargeBundle(store, { bundleId, mebibytes: 100 });
  await staged.publish();
  const folder = join(root, 'bundles', bundleId);
  const readers = {
    'service: verify': await store.open(bundleId),
    'affiant verify': openFolder(folder, LOCAL_LIMITS),
  };
  const figures = [];
  for (const [name, reader] of Object.entries(readers)) {
    if (!reader) throw new Error('the bundle was not published');
    const files = await reader.list();
    const megabytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6;
    const throughput = async (work: () => Promise<unknown>) => (megabytes * 1000) / (await timed(work));
    const paths = files.map(({ path }) => join(folder, path));
    const { ours, baseline } = await alternate(
      {
        ours: () => throughput(() => verify(reader)),
        baseline: () => throughput(() => run('sha256sum', paths)),
      },
      ROUNDS,
    );
    figures.push({
      name,
      unit: 'MB/s',
      ours,
      baseline: { name: 'sha256sum', ...baseline },
      goal: { on: 'ratio', bound: '>=', value: 0.8 },
    } as const);
  }
  return figures;
}

async function verify(reader: BundleReader): Promise<void> {
  const verdict = await verifyBundle(reader, { createSha256: createNodeSha256, trusted: [GOLDEN_SIGNER] });
  if (!verdict.verified) throw new Error(`verify: ${JSON.stringify(verdict.checks)}`);
}
