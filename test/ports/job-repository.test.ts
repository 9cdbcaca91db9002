import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBundleRepository } from '../../src/adapters/database/bundle-repository.ts';
import type { Database } from '../../src/adapters/database/database.ts';
import { createJobRepository } from '../../src/adapters/jobs/job-repository.ts';
import { createJobWorker } from '../../src/adapters/jobs/job-worker.ts';
import { JOBS, type JobQueue, openJobQueue } from '../../src/adapters/jobs/queue.ts';
import { prepareDataFolder } from '../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../src/adapters/store/file-bundle-store.ts';
import { createFileJobFiles, type FileJobFiles } from '../../src/adapters/store/file-job-files.ts';
import { EvidenceError } from '../../src/core/error.ts';
import { createId } from '../../src/core/id.ts';
import type { BundleStore } from '../../src/domain/bundle/port.ts';
import type { JobRepository, JobRunner, NewJob } from '../../src/domain/job/port.ts';
import { databaseKinds } from '../support/databases.ts';

const never = new AbortController().signal;

const newJob = (overrides: Partial<NewJob> = {}): NewJob => ({
  jobId: createId('job'),
  ownerId: 'key:owner',
  type: 'extract',
  bundleId: createId('ev'),
  parameters: { include: ['markdown'], url: 'https://example.org/', nested: { deep: null } },
  priceCredits: 75,
  priority: 0,
  ...overrides,
});

describe.each(databaseKinds)('jobs in $kind', (databases) => {
  const source = databases.prepare();
  let database: Database;
  let queue: JobQueue;
  let jobs: JobRepository;
  let files: FileJobFiles;
  let store: BundleStore;
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-jobs-'));
  beforeAll(async () => {
    database = await source.open();
    queue = await openJobQueue(database, () => {});
    const folders = await prepareDataFolder(dataDir, false);
    store = createFileBundleStore(folders);
    jobs = createJobRepository({ database, queue, store });
    files = createFileJobFiles(folders);
  });
  afterAll(async () => {
    await queue.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const startWorker = async (runner: JobRunner, concurrency = 2) => {
    const errors: unknown[] = [];
    const worker = createJobWorker({
      database,
      queue,
      jobs,
      files,
      concurrency,
      onError: (error) => errors.push(error),
    });
    await worker.start(runner);
    return { errors, [Symbol.asyncDispose]: () => worker.drain(5_000) };
  };
  const discardQueued = () => queue.boss.deleteAllJobs(JOBS);

  it('gives back a queued job to its owner alone', async () => {
    const job = newJob();
    const queued = await jobs.enqueue(job);
    expect(queued).toMatchObject({
      jobId: job.jobId,
      status: 'queued',
      progressPct: 0,
      startedAt: null,
      completedAt: null,
      parameters: job.parameters,
      priceCredits: 75,
    });
    expect(await jobs.get('key:owner', job.jobId)).toEqual(queued);
    expect(await jobs.get('key:other', job.jobId)).toBeNull();
    expect(await jobs.find(job.jobId)).toEqual(queued);
    expect(await jobs.find(createId('job'))).toBeNull();
  });

  it('queues nothing when the row cannot be inserted', async () => {
    await discardQueued();
    const job = newJob();
    await jobs.enqueue(job);
    await expect(jobs.enqueue(job)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await queue.boss.findJobs(JOBS, { data: { jobId: job.jobId } })).toHaveLength(1);
  });

  it('starts a job, also again, but not after its end', async () => {
    const { jobId } = await jobs.enqueue(newJob());
    const first = await jobs.start(jobId);
    expect(first).toMatchObject({ status: 'processing', startedAt: expect.any(Date) });
    expect(await jobs.start(jobId)).toEqual(first);
    await jobs.fail(jobId, 'URL_UNREACHABLE', 'The address could not be reached.');
    expect(await jobs.start(jobId)).toBeNull();
  });

  it('moves progress forwards only', async () => {
    const { jobId } = await jobs.enqueue(newJob());
    await jobs.progress(jobId, 50, 'too early');
    expect(await jobs.find(jobId)).toMatchObject({ progressPct: 0, progressMessage: null });
    await jobs.start(jobId);
    await jobs.progress(jobId, 60, 'rendering');
    await jobs.progress(jobId, 10, 'navigating');
    expect(await jobs.find(jobId)).toMatchObject({ progressPct: 60, progressMessage: 'navigating' });
  });

  it('keeps the first end of a job', async () => {
    const { jobId } = await jobs.enqueue(newJob());
    await jobs.fail(jobId, 'URL_BLOCKED', 'first');
    await jobs.fail(jobId, 'INTERNAL', 'second');
    expect(await jobs.find(jobId)).toMatchObject({
      status: 'failed',
      errorCode: 'URL_BLOCKED',
      error: 'first',
    });
  });

  it('removes the folder that a publication left before its commit, once the job has failed', async () => {
    const job = newJob();
    await jobs.enqueue(job);
    const bundleId = job.bundleId ?? '';
    const staged = await store.stage(bundleId);
    await staged.write('manifest.json', new Uint8Array());
    await staged.publish();
    await jobs.fail(job.jobId, 'INTERNAL', 'The commit failed.');
    expect(await store.open(bundleId)).toBeNull();
  });

  it('tells who waits as soon as a job ends', async () => {
    const { jobId } = await jobs.enqueue(newJob());
    const waiting = jobs.waitForEnd(jobId, never);
    await jobs.fail(jobId, 'URL_BLOCKED', 'The address may not be fetched from here.');
    const started = performance.now();
    expect(await waiting).toMatchObject({ status: 'failed' });
    expect(performance.now() - started).toBeLessThan(900);
    expect(await jobs.waitForEnd(jobId, never)).toMatchObject({ status: 'failed' });
  });

  it('gives the unended job when the waiting is broken off', async () => {
    const { jobId } = await jobs.enqueue(newJob());
    expect(await jobs.waitForEnd(jobId, AbortSignal.abort())).toMatchObject({ status: 'queued' });
    const limit = new AbortController();
    const waiting = jobs.waitForEnd(jobId, limit.signal);
    limit.abort();
    expect(await waiting).toMatchObject({ status: 'queued' });
    await expect(jobs.waitForEnd(createId('job'), never)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('runs a job to its published bundle', async () => {
    await discardQueued();
    const bundles = createBundleRepository(database);
    await using _ = await startWorker(async (job) => {
      await jobs.start(job.jobId);
      const digest = 'a'.repeat(64);
      const digests = {
        sourceKey: job.jobId,
        manifestSha256: digest,
        signatureSha256: digest,
        logEntry: '{}',
      };
      const links = { parent: null, parentIsExplicit: false, legalHold: false, retentionUntil: null };
      const { jobId, ownerId } = job;
      const bundleId = job.bundleId ?? '';
      await bundles.publish(
        { jobId, ownerId, bundleId, mode: 'extract', createdAt: new Date(), ...digests, ...links },
        async () => {},
      );
    });
    const { jobId, bundleId } = await jobs.enqueue(newJob());
    expect(await jobs.waitForEnd(jobId, never)).toMatchObject({
      status: 'complete',
      progressPct: 100,
      bundleId,
    });
    expect(await bundles.get('key:owner', bundleId ?? '')).toMatchObject({ jobId });
  });

  it('works a backlog off without waiting for the next poll, urgent jobs first', async () => {
    await discardQueued();
    const order: number[] = [];
    const priorities = [0, 0, 0, 10, 0, 10, 0, 0];
    const queued = [];
    for (const priority of priorities)
      queued.push(await jobs.enqueue(newJob({ priority, parameters: { priority } })));
    const started = performance.now();
    await using _ = await startWorker(async (job) => {
      order.push(Number(job.parameters['priority']));
      await jobs.fail(job.jobId, 'URL_BLOCKED', 'done');
    }, 1);
    await Promise.all(queued.map(({ jobId }) => jobs.waitForEnd(jobId, never)));
    expect(order).toEqual([10, 10, 0, 0, 0, 0, 0, 0]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('repeats a thrown attempt and keeps its text out of the database', async () => {
    await discardQueued();
    const attempts: boolean[] = [];
    await using worker = await startWorker(async (job, { isLastAttempt }) => {
      attempts.push(isLastAttempt);
      if (attempts.length === 1) {
        throw new EvidenceError('BROWSER_UNAVAILABLE', undefined, { cause: new Error('text of a page') });
      }
      await jobs.fail(job.jobId, 'URL_BLOCKED', 'second attempt');
    });
    const { jobId } = await jobs.enqueue(newJob());
    expect(await jobs.waitForEnd(jobId, never)).toMatchObject({ error: 'second attempt' });
    expect(attempts).toEqual([false, false]);
    expect(worker.errors).toMatchObject([{ code: 'BROWSER_UNAVAILABLE' }]);
    const [stored] = await queue.boss.findJobs(JOBS, { data: { jobId } });
    expect(JSON.stringify(stored)).not.toContain('text of a page');
  });

  it('gives up after the fourth fault of ours, and not because processes die', async () => {
    await discardQueued();
    const { jobId } = await jobs.enqueue(newJob());
    for (let time = 1; time <= 3; time++) {
      expect(await jobs.find(jobId)).toMatchObject({ faults: time - 1 });
      await jobs.countFault(jobId);
    }
    const lasts: boolean[] = [];
    await using _ = await startWorker(async (_job, { isLastAttempt }) => {
      lasts.push(isLastAttempt);
      throw new EvidenceError('BROWSER_UNAVAILABLE');
    });
    expect(await jobs.waitForEnd(jobId, never)).toMatchObject({
      status: 'failed',
      errorCode: 'BROWSER_UNAVAILABLE',
    });
    expect(lasts).toEqual([true]);
  });

  it('ends a job as failed when its last attempt throws', async () => {
    await discardQueued();
    const { jobId } = await jobs.enqueue(newJob());
    await queue.boss.update(JOBS, undefined, { id: await queuedId(jobId), retryLimit: 0 });
    await using _ = await startWorker(async () => {
      throw new EvidenceError('BROWSER_UNAVAILABLE');
    });
    expect(await jobs.waitForEnd(jobId, never)).toMatchObject({
      status: 'failed',
      errorCode: 'BROWSER_UNAVAILABLE',
    });
  });

  it('ends a job that the queue gave up on, and removes its files', async () => {
    await discardQueued();
    const { jobId } = await jobs.enqueue(newJob());
    await files.write(jobId, 'upload', new Uint8Array(3));
    await queue.boss.update(JOBS, undefined, { id: await queuedId(jobId), retryLimit: 0 });
    // Taken by a process that dies: nobody reports back until the queue gives the attempt up.
    const [taken] = await queue.boss.fetch(JOBS);
    await queue.boss.fail(JOBS, taken?.id ?? '');
    await using _ = await startWorker(async () => {});
    expect(await jobs.waitForEnd(jobId, never)).toMatchObject({ status: 'failed', errorCode: 'INTERNAL' });
    await expect.poll(() => files.read(jobId, 'upload')).toBeNull();
  });

  it('lets jobs under way finish when it drains, and takes no more', async () => {
    await discardQueued();
    const release = Promise.withResolvers<void>();
    const running = Promise.withResolvers<void>();
    const worker = createJobWorker({ database, queue, jobs, files, concurrency: 1, onError: () => {} });
    await worker.start(async (job) => {
      running.resolve();
      await release.promise;
      await jobs.fail(job.jobId, 'URL_BLOCKED', 'finished');
    });
    const first = await jobs.enqueue(newJob());
    await running.promise;
    const drained = worker.drain(10_000);
    const second = await jobs.enqueue(newJob());
    release.resolve();
    await drained;
    expect(await jobs.find(first.jobId)).toMatchObject({ error: 'finished' });
    expect(await jobs.find(second.jobId)).toMatchObject({ status: 'queued' });
  });

  const queuedId = async (jobId: string) => {
    const [queued] = await queue.boss.findJobs(JOBS, { data: { jobId } });
    return queued?.id ?? '';
  };
});
