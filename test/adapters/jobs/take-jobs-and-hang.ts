// Run by crash.test.ts: queues jobs (third argument), takes them, names each taken one on stdout and never ends it.
import { writeSync } from 'node:fs';
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { createJobRepository } from '../../../src/adapters/jobs/job-repository.ts';
import { createJobWorker } from '../../../src/adapters/jobs/job-worker.ts';
import { openJobQueue } from '../../../src/adapters/jobs/queue.ts';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../../src/adapters/store/file-bundle-store.ts';
import { createFileJobFiles } from '../../../src/adapters/store/file-job-files.ts';
import { createId } from '../../../src/core/id.ts';

const [dataDir = '', databaseUrl = '', count = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || null, onError: () => {} });
const queue = await openJobQueue(database, () => {});
const folders = await prepareDataFolder(dataDir, true);
const jobs = createJobRepository({ database, queue, store: createFileBundleStore(folders) });
const files = createFileJobFiles(folders);
const values = {
  ownerId: 'local',
  type: 'extract' as const,
  bundleId: null,
  parameters: {},
  priceCredits: 0,
  priority: 0,
};
for (let index = 0; index < Number(count); index++) await jobs.enqueue({ jobId: createId('job'), ...values });
const worker = createJobWorker({ database, queue, jobs, files, concurrency: 2, onError: () => {} });
await worker.start(async ({ jobId }) => {
  await jobs.start(jobId);
  writeSync(1, `${jobId}\n`);
  await new Promise(() => {});
});
