import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { endJob, type JobEnd, tellEnd } from '../../../src/adapters/database/job-rows.ts';
import { advanceJob } from '../../../src/adapters/jobs/advance-job.ts';
import { insertWebhook } from '../../../src/adapters/webhook/webhook-rows.ts';
import { withWebhookTables } from '../../../src/adapters/webhook/webhook-schema.ts';
import { createId } from '../../../src/core/id.ts';
import type { JobType } from '../../../src/domain/job/job.ts';
import { OWNER } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';
import { never, openBody, openWebhooks } from '../../support/webhooks.ts';

const at = new Date('2026-03-14T15:09:26Z');

describe.each(databaseKinds)('events of jobs in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  beforeAll(async () => {
    database = await source.open();
  });

  const insertJob = (type: JobType, place: { batch_id?: string; item_index?: number } = {}) =>
    database.query((db) =>
      db
        .insertInto('jobs')
        .values({
          job_id: createId('job'),
          owner_id: OWNER.ownerId,
          type,
          status: 'processing',
          progress_pct: 0,
          bundle_id: type === 'extract' ? createId('ev') : null,
          created_at: at,
          price_credits: 75,
          parameters: '{}',
          ...place,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  const startJob = async (type: JobType = 'extract') => {
    const job = await insertJob(type);
    const { webhook } = await openWebhooks(database).webhooks.prepare(
      { url: 'http://127.0.0.1:8444/', secret: null },
      never,
    );
    const subject = { kind: 'job', id: job.job_id } as const;
    await database.transaction((trx) => insertWebhook(trx, webhook, { ownerId: OWNER.ownerId, subject, at }));
    const told = async () => {
      const rows = await database.query((db) =>
        withWebhookTables(db)
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('webhook_id', '=', webhook.webhookId)
          .execute(),
      );
      return rows
        .map((row) => JSON.parse(openBody(row)))
        .toSorted((a, b) => a.data.progress_pct - b.data.progress_pct);
    };
    return { job, told };
  };
  const end = (jobId: string, how: Omit<JobEnd, 'completed_at'>) =>
    database.transaction((trx) => endJob(trx, jobId, { ...how, completed_at: at }));

  it('tell the completion with the bundle, once', async () => {
    const { job, told } = await startJob();
    await end(job.job_id, { status: 'complete', progress_pct: 100 });
    await end(job.job_id, { status: 'failed', error_code: 'INTERNAL' });
    await database.transaction((trx) => tellEnd(trx, job.job_id, at));
    expect(await told()).toEqual([
      {
        type: 'job.completed',
        timestamp: '2026-03-14T15:09:26.000Z',
        data: {
          job_id: job.job_id,
          job_type: 'extract',
          status: 'complete',
          progress_pct: 100,
          bundle_id: job.bundle_id,
          error_code: null,
          error: null,
        },
      },
    ]);
  });

  it('tell a failure with its reason, and a cancellation as a failure without one', async () => {
    const failed = await startJob();
    await end(failed.job.job_id, { status: 'failed', error_code: 'URL_UNREACHABLE', error: 'Away.' });
    expect(await failed.told()).toMatchObject([
      {
        type: 'job.failed',
        data: { status: 'failed', error_code: 'URL_UNREACHABLE', error: 'Away.', bundle_id: null },
      },
    ]);
    const cancelled = await startJob();
    await end(cancelled.job.job_id, { status: 'cancelled' });
    expect(await cancelled.told()).toMatchObject([
      { type: 'job.failed', data: { status: 'cancelled', error_code: null, bundle_id: null } },
    ]);
  });

  it('tell nothing of what was rolled back', async () => {
    const { job, told } = await startJob();
    const ending = database.transaction(async (trx) => {
      await endJob(trx, job.job_id, { status: 'complete', completed_at: at });
      throw new Error('rolled back');
    });
    await expect(ending).rejects.toThrow();
    expect(await told()).toEqual([]);
  });

  it('tell progress once for each tenth of the way, and never after the end', async () => {
    const { job, told } = await startJob();
    const advance = (percent: number) =>
      database.transaction((trx) => advanceJob(trx, job.job_id, { percent, message: 'rendering', at }));
    for (const percent of [5, 12, 15, 40, 20, 41]) await advance(percent);
    expect((await told()).map(({ type, data }) => [type, data.progress_pct])).toEqual([
      ['job.progress', 12],
      ['job.progress', 40],
    ]);
    await end(job.job_id, { status: 'failed' });
    await advance(90);
    expect(await told()).toHaveLength(3);
  });

  it('tell of each item of a batch that ends, and of the end of the batch', async () => {
    const { job, told } = await startJob('batch');
    const items = [];
    for (const item_index of [0, 1, 2])
      items.push(await insertJob('extract', { batch_id: job.job_id, item_index }));
    await end(items[0]!.job_id, { status: 'complete', progress_pct: 100 });
    await end(items[1]!.job_id, { status: 'failed', error_code: 'URL_BLOCKED' });
    await end(items[2]!.job_id, { status: 'complete', progress_pct: 100 });
    const counts = (await told()).map(({ type, data }) => [
      type,
      data.items_ended,
      data.items_complete,
      data.items_total,
    ]);
    expect(counts).toEqual([
      ['job.progress', 1, 1, 3],
      ['job.progress', 2, 1, 3],
      ['job.completed', 3, 2, 3],
    ]);
  });
});
