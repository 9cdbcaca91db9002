// Run by kill.test.ts: publishes bundles of five files and names each one on stdout, until it is killed.
import { writeSync } from 'node:fs';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../../src/adapters/store/file-bundle-store.ts';
import { createId } from '../../../src/core/id.ts';

const [root = '', reused = ''] = process.argv.slice(2);
const store = createFileBundleStore(await prepareDataFolder(root, false));
writeSync(1, 'ready\n');
for (let round = 0; ; round++) {
  // Every other round replaces the same bundle, as a repeated attempt replaces an orphan.
  const bundleId = round % 2 ? reused : createId('ev');
  const staged = await store.stage(bundleId);
  for (const name of ['manifest.json', 'signature.json', 'artifacts/a', 'artifacts/b/c', 'seals/d']) {
    await staged.write(name, new TextEncoder().encode(`${name} of ${bundleId}`.repeat(2_000)));
  }
  await staged.publish();
  writeSync(1, `${bundleId}\n`);
}
