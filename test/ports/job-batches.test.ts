import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBundleRepository } from '../../src/adapters/database/bundle-repository.ts';
import type { Database } from '../../src/adapters/database/database.ts';
import { createJobRepository } from '../../src/adapters/jobs/job-repository.ts';
import { createJobWorker } from '../../src/adapters/jobs/job-worker.ts';
import { JOBS, type JobQueue, openJobQueue } from '../../src/adapters/jobs/queue.ts';
import { createChargeRepository } from '../../src/adapters/payment/charge-repository.ts';
import { prepareDataFolder } from '../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../src/adapters/store/file-bundle-store.ts';
import { createFileJobFiles, type FileJobFiles } from '../../src/adapters/store/file-job-files.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createId } from '../../src/core/id.ts';
import type { BundleStore } from '../../src/domain/bundle/port.ts';
import type { JobRepository, JobRunner, NewJob } from '../../src/domain/job/port.ts';
import { billingPeriodOf } from '../../src/domain/payment/billing-period.ts';
import { databaseKinds } from '../support/databases.ts';

const SOON = { timeout: 20_000 };

const item = (ownerId: string, overrides: Partial<NewJob> = {}): NewJob => ({
  jobId: createId('job'),
  ownerId,
  type: 'extract',
  bundleId: createId('ev'),
  parameters: { url: 'https://example.org/' },
  priceCredits: 0,
  priority: 0,
  ...overrides,
});

describe.each(databaseKinds)('batches in $kind', (databases) => {
  const source = databases.prepare();
  let database: Database;
  let queue: JobQueue;
  let jobs: JobRepository;
  let files: FileJobFiles;
  let store: BundleStore;
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-batches-'));
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

  /** A batch of an owner of its own, paid with a charge of 75 credits. */
  async function createBatch(count: number) {
    const ownerId = createId('fb');
    const items = Array.from({ length: count }, () => item(ownerId));
    const batch = await jobs.enqueueBatch({ jobId: createId('job'), ownerId, priceCredits: 75, items });
    const charges = createChargeRepository(database, systemClock);
    const charge = { ownerId, operation: 'jobs_create', credits: 75, idempotencyKey: null };
    const reserved = await charges.reserve(charge, 1_000);
    if (reserved.kind === 'reserved') await charges.handTo(reserved.chargeId, batch.jobId);
    return {
      ownerId,
      jobId: batch.jobId,
      items,
      batch: () => jobs.get(ownerId, batch.jobId),
      balance: () => charges.balance(ownerId, billingPeriodOf(systemClock.now())),
    };
  }

  /** End an item as its publication does. */
  async function publish({ jobId, ownerId, bundleId }: NewJob) {
    await jobs.start(jobId);
    const digest = 'a'.repeat(64);
    const links = { parent: null, parentIsExplicit: false, legalHold: false, retentionUntil: null };
    const digests = { sourceKey: jobId, manifestSha256: digest, signatureSha256: digest, logEntry: '{}' };
    await createBundleRepository(database).publish(
      {
        jobId,
        ownerId,
        bundleId: bundleId ?? '',
        mode: 'extract',
        createdAt: new Date(),
        ...digests,
        ...links,
      },
      async () => {},
    );
  }

  async function startWorker(runner: JobRunner) {
    await queue.boss.deleteAllJobs(JOBS);
    const worker = createJobWorker({ database, queue, jobs, files, concurrency: 2, onError: () => {} });
    await worker.start(runner);
    return { [Symbol.asyncDispose]: () => worker.drain(5_000) };
  }

  it('queues the items and not the batch', async () => {
    const { ownerId, jobId, items, batch } = await createBatch(3);
    expect(await batch()).toMatchObject({
      type: 'batch',
      status: 'queued',
      progressPct: 0,
      progressMessage: '0 of 3 items ended',
      items: items.map(({ jobId: id, bundleId, parameters }) => ({
        jobId: id,
        bundleId,
        parameters,
        status: 'queued',
      })),
    });
    expect(await jobs.get(ownerId, items[0]?.jobId ?? ''), 'an item is no job of its own').toBeNull();
    expect(await queue.boss.findJobs(JOBS, { data: { jobId } })).toHaveLength(0);
    for (const { jobId: id } of items)
      expect(await queue.boss.findJobs(JOBS, { data: { jobId: id } })).toHaveLength(1);
  });

  it('queues nothing when one row cannot be inserted', async () => {
    const { items } = await createBatch(1);
    const ownerId = createId('fb');
    const jobId = createId('job');
    const twice = [item(ownerId), item(ownerId, { jobId: items[0]?.jobId ?? '' })];
    await expect(jobs.enqueueBatch({ jobId, ownerId, priceCredits: 75, items: twice })).rejects.toMatchObject(
      { code: 'INTERNAL' },
    );
    expect(await jobs.get(ownerId, jobId)).toBeNull();
    expect(await queue.boss.findJobs(JOBS, { data: { jobId: twice[0]?.jobId } })).toHaveLength(0);
  });

  it('starts with its first item and is as far as the mean of them', async () => {
    const { items, batch } = await createBatch(3);
    const [first, second] = items;
    await jobs.start(first?.jobId ?? '');
    await jobs.progress(first?.jobId ?? '', 50, 'rendering');
    expect(await batch()).toMatchObject({ status: 'processing', progressPct: 16, completedAt: null });
    await jobs.fail(second?.jobId ?? '', 'URL_UNREACHABLE', 'The address could not be reached.');
    expect(await batch()).toMatchObject({ progressPct: 50, progressMessage: '1 of 3 items ended' });
  });

  it('is complete and charged when one item succeeded, also when the items end at once', async () => {
    const { items, batch, balance } = await createBatch(4);
    const [first, ...others] = items;
    await Promise.all([
      ...others.map(({ jobId: id }) => jobs.fail(id, 'URL_UNREACHABLE', 'The address could not be reached.')),
      publish(first as NewJob),
    ]);
    const ended = await batch();
    expect(ended).toMatchObject({ status: 'complete', progressPct: 100, progressMessage: null, error: null });
    expect(ended?.items.map(({ status }) => status)).toEqual(['complete', 'failed', 'failed', 'failed']);
    expect(await balance()).toEqual({ usedCredits: 75, reservedCredits: 0 });
  });

  it('fails and is not charged when no item succeeded, and tells who waits', async () => {
    const { jobId, items, batch, balance } = await createBatch(2);
    const waiting = jobs.waitForEnd(jobId, AbortSignal.timeout(10_000));
    for (const { jobId: id } of items) await jobs.fail(id, 'URL_BLOCKED', 'The address may not be fetched.');
    expect(await waiting).toMatchObject({ status: 'failed' });
    expect(await batch()).toMatchObject({
      status: 'failed',
      errorCode: 'URL_BLOCKED',
      error: 'No item succeeded. The first one: The address may not be fetched.',
    });
    expect(await balance()).toEqual({ usedCredits: 0, reservedCredits: 0 });
  });

  it('cancelled before any item succeeded, costs nothing', async () => {
    const { ownerId, jobId, items, balance } = await createBatch(2);
    const { job, cancelled } = await jobs.cancel(ownerId, jobId);
    expect(job).toMatchObject({ status: 'cancelled', completedAt: expect.any(Date) });
    expect(job.items.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(cancelled).toEqual([jobId, ...items.map(({ jobId: id }) => id)]);
    expect(await balance()).toEqual({ usedCredits: 0, reservedCredits: 0 });
    await expect(jobs.cancel(ownerId, jobId)).rejects.toMatchObject({ code: 'JOB_ENDED' });
  });

  it('cancelled later, keeps what is complete and is charged', async () => {
    const { ownerId, jobId, items, batch, balance } = await createBatch(2);
    const [first, second] = items as [NewJob, NewJob];
    await publish(first);
    await jobs.cancel(ownerId, jobId);
    expect((await batch())?.items.map(({ status }) => status)).toEqual(['complete', 'cancelled']);
    expect(await createBundleRepository(database).get(ownerId, first.bundleId ?? '')).not.toBeNull();
    expect(await balance()).toEqual({ usedCredits: 75, reservedCredits: 0 });
    await expect(publish(second)).rejects.toMatchObject({ code: 'JOB_ENDED' });
  });

  it('cannot be cancelled by somebody else, nor one item alone', async () => {
    const { ownerId, jobId, items } = await createBatch(1);
    await expect(jobs.cancel('key:other', jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(jobs.cancel(ownerId, items[0]?.jobId ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(jobs.cancel(ownerId, createId('job'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('stops work under way when its job is cancelled, and wipes the inputs once it takes it again', async () => {
    const running = Promise.withResolvers<AbortSignal>();
    await using _ = await startWorker(async (job, { signal }) => {
      if (!(await jobs.start(job.jobId))) return;
      running.resolve(signal);
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const { ownerId, jobId, items } = await createBatch(1);
    const [only] = items as [NewJob];
    await files.write(only.jobId, 'source-headers', new Uint8Array(3));
    const signal = await running.promise;
    await jobs.cancel(ownerId, jobId);
    await expect.poll(() => signal.aborted, SOON).toBe(true);
    expect(signal.reason).toMatchObject({ code: 'JOB_ENDED' });
    await expect.poll(() => files.read(only.jobId, 'source-headers'), SOON).toBeNull();
    // The attempt is over for the queue, too: it is not repeated.
    const state = async () => (await queue.boss.findJobs(JOBS, { data: { jobId: only.jobId } }))[0]?.state;
    await expect.poll(state, SOON).toBe('completed');
  });

  it('removes the folder that a publication left before its commit, once the job is cancelled', async () => {
    const job = item(createId('fb'));
    await jobs.enqueue(job);
    const staged = await store.stage(job.bundleId ?? '');
    await staged.write('manifest.json', new Uint8Array());
    await staged.publish();
    await jobs.cancel(job.ownerId, job.jobId);
    expect(await store.open(job.bundleId ?? '')).toBeNull();
  });

  it('lists the jobs of their owner, newest first, page by page', async () => {
    const { ownerId, jobId } = await createBatch(2);
    const made = [jobId];
    for (let time = 1; time <= 4; time++) {
      const clock = { now: () => new Date(Date.now() + 1_000 * time) };
      made.unshift((await jobs.enqueue(item(ownerId, { jobId: createId('job', clock) }))).jobId);
    }
    await jobs.fail(made[0] ?? '', 'URL_BLOCKED', 'The address may not be fetched.');
    const all = { status: null, type: null, limit: 10, before: null };
    const ids = async (query: Partial<typeof all>) =>
      (await jobs.list(ownerId, { ...all, ...query })).jobs.map(({ jobId: id }) => id);
    expect(await ids({})).toEqual(made);
    const first = await jobs.list(ownerId, { ...all, limit: 3 });
    expect(first.jobs.map(({ jobId: id }) => id)).toEqual(made.slice(0, 3));
    expect(first.next).toBe(made[2]);
    const second = await jobs.list(ownerId, { ...all, limit: 3, before: first.next });
    expect(second.next).toBeNull();
    expect(second.jobs.at(-1)?.items).toHaveLength(2);
    expect(await jobs.list(ownerId, { ...all, status: 'failed' as const })).toMatchObject({
      jobs: [{ jobId: made[0] }],
    });
    expect(await jobs.list(ownerId, { ...all, type: 'batch' as const })).toMatchObject({ jobs: [{ jobId }] });
    expect(await jobs.list('key:other', all)).toEqual({ jobs: [], next: null });
  });
});
