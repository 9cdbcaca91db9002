import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createJobRepository } from '../../../src/adapters/jobs/job-repository.ts';
import { createJobWorker } from '../../../src/adapters/jobs/job-worker.ts';
import { openJobQueue } from '../../../src/adapters/jobs/queue.ts';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../../src/adapters/store/file-bundle-store.ts';
import { createFileJobFiles } from '../../../src/adapters/store/file-job-files.ts';
import { createId } from '../../../src/core/id.ts';
import { type DatabasePlace, databaseKinds } from '../../support/databases.ts';

const child = new URL('take-jobs-and-hang.ts', import.meta.url).pathname;

/** Let another process queue `count` jobs, take two of them, and die. @returns the two it took. */
async function takeAndDie({ dataDir, databaseUrl }: DatabasePlace, count: number): Promise<string[]> {
  const taking = spawn(process.execPath, [child, dataDir, databaseUrl ?? '', String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const taken: string[] = [];
  for await (const jobId of createInterface(taking.stdout)) {
    if (taken.push(jobId) === 2) taking.kill('SIGKILL');
  }
  if (taking.signalCode === null) await once(taking, 'exit');
  return taken;
}

/** A worker of another process, as far as the database can tell. */
async function openNode(database: Database, dataDir: string) {
  const queue = await openJobQueue(database, () => {});
  const folders = await prepareDataFolder(dataDir, true);
  const jobs = createJobRepository({ database, queue, store: createFileBundleStore(folders) });
  const files = createFileJobFiles(folders);
  const ran: string[] = [];
  const worker = createJobWorker({ database, queue, jobs, files, concurrency: 2, onError: () => {} });
  const start = () =>
    worker.start(async ({ jobId }) => {
      if (!(await jobs.start(jobId))) return;
      ran.push(jobId);
      await jobs.fail(jobId, 'URL_BLOCKED', 'ran');
    });
  const close = async () => {
    await worker.drain(1_000);
    await queue.close();
  };
  return { queue, jobs, worker, ran, start, close };
}

// Of a cluster, test/e2e/workers.test.ts shows it: it takes its time.
const [embedded] = databaseKinds;

describe('jobs of a killed process on the embedded database', () => {
  const source = embedded!.prepare();

  it('are taken up again at its next start', { timeout: 60_000 }, async () => {
    const place = await source.newPlace();
    const taken = await takeAndDie(place, 5);
    expect(taken).toHaveLength(2);
    const node = await openNode(await source.open(place), place.dataDir);
    const started = performance.now();
    await node.start();
    const limit = AbortSignal.timeout(40_000);
    for (const jobId of taken)
      expect(await node.jobs.waitForEnd(jobId, limit)).toMatchObject({ status: 'failed' });
    // The only process of an embedded database knows at once that nobody else is at work.
    expect(performance.now() - started).toBeLessThan(5_000);
    await expect.poll(() => node.ran.length).toBe(5);
    expect(node.ran).toEqual(expect.arrayContaining(taken));
    await node.close();
  });
});

describe.each(databaseKinds)('a job under way in $kind', ({ prepare }) => {
  const source = prepare();

  it('gets its signal when the service stops, and runs again at the next start', {
    timeout: 60_000,
  }, async () => {
    const { dataDir, ...place } = await source.newPlace();
    const database = await source.open({ dataDir, ...place });
    const stopping = await openNode(database, dataDir);
    const values = {
      ownerId: 'local',
      type: 'extract' as const,
      bundleId: null,
      parameters: {},
      priceCredits: 0,
      priority: 0,
    };
    const jobId = createId('job');
    const running = Promise.withResolvers<AbortSignal>();
    await stopping.jobs.enqueue({ jobId, ...values });
    await stopping.worker.start(async (_, { signal }) => {
      running.resolve(signal);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const signal = await running.promise;
    await stopping.worker.drain(10);
    expect(signal.aborted).toBe(false);
    await stopping.queue.close();
    expect(signal.aborted).toBe(true);
    const next = await openNode(database, dataDir);
    await next.start();
    expect(await next.jobs.waitForEnd(jobId, AbortSignal.timeout(20_000))).toMatchObject({ error: 'ran' });
    await next.close();
  });
});

describe.runIf(databaseKinds.some(({ kind }) => kind === 'postgres'))('two nodes of a cluster', () => {
  const source = databaseKinds.find(({ kind }) => kind === 'postgres')?.prepare();

  it('run each job exactly once and tell each other of its end', { timeout: 60_000 }, async () => {
    const place = await source!.newPlace();
    const nodes = [
      await openNode(await source!.open(place), place.dataDir),
      await openNode(await source!.open(place), place.dataDir),
    ] as const;
    const values = {
      ownerId: 'local',
      type: 'extract' as const,
      bundleId: null,
      parameters: {},
      priceCredits: 0,
      priority: 0,
    };
    for (const node of nodes) await node.start();
    const ids = Array.from({ length: 40 }, () => createId('job'));
    const [first, second] = nodes;
    await Promise.all(
      ids.map((jobId, index) => (index % 2 ? first : second).jobs.enqueue({ jobId, ...values })),
    );
    const limit = AbortSignal.timeout(20_000);
    await Promise.all(ids.map((jobId) => first.jobs.waitForEnd(jobId, limit)));
    expect([...first.ran, ...second.ran].toSorted()).toEqual(ids.toSorted());
    expect(first.ran.length).toBeGreaterThan(0);
    expect(second.ran.length).toBeGreaterThan(0);
    for (const node of nodes) await node.close();
  });
});
