import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBundleRepository } from '../../src/adapters/database/bundle-repository.ts';
import { cacheBundles } from '../../src/adapters/database/cached-bundles.ts';
import type { Database } from '../../src/adapters/database/database.ts';
import { EvidenceError } from '../../src/core/error.ts';
import { createId } from '../../src/core/id.ts';
import type { NewBundle } from '../../src/domain/bundle/bundle.ts';
import type { BundleRepository, ParentLink } from '../../src/domain/bundle/port.ts';
import { databaseKinds } from '../support/databases.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const visible = async () => {};

/** As the server itself does after a minute without a statement. */
const END_TRANSACTIONS = sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`;

function bundle(overrides: Partial<NewBundle> = {}): NewBundle {
  const bundleId = createId('ev');
  return {
    bundleId,
    ownerId: 'key:owner',
    jobId: null,
    mode: 'extract',
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    sourceKey: sha256(bundleId),
    manifestSha256: sha256(`manifest of ${bundleId}`),
    signatureSha256: sha256(`signature of ${bundleId}`),
    parent: null,
    parentIsExplicit: false,
    legalHold: false,
    retentionUntil: null,
    logEntry: `{"id":"${bundleId}","t":"bundle"}`,
    ...overrides,
  };
}

const linkTo = ({ bundleId, manifestSha256 }: NewBundle): ParentLink => ({ bundleId, manifestSha256 });

describe.each(databaseKinds)('bundles in $kind', (databases) => {
  const source = databases.prepare();
  let database: Database;
  let bundles: BundleRepository;
  beforeAll(async () => {
    database = await source.open();
    bundles = await cacheBundles(createBundleRepository(database), database);
  });

  const leaves = () =>
    database.query((db) => db.selectFrom('log_leaves').selectAll().orderBy('leaf_index').execute());
  const publish = async (values: Partial<NewBundle> = {}) => {
    const published = bundle(values);
    expect(await bundles.publish(published, visible)).toEqual({ kind: 'published' });
    return published;
  };
  const addJob = async (status: 'processing' | 'failed') => {
    const jobId = createId('job');
    const row = {
      job_id: jobId,
      owner_id: 'key:owner',
      type: 'extract' as const,
      status,
      progress_pct: 0,
      price_credits: 0,
    };
    await database.query((db) =>
      db
        .insertInto('jobs')
        .values({ ...row, created_at: new Date(), parameters: '{}' })
        .execute(),
    );
    return jobId;
  };
  const job = (jobId: string) =>
    database.query((db) =>
      db.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow(),
    );

  it('gives a published bundle to its owner alone', async () => {
    const retentionUntil = new Date('2027-01-01T00:00:00.000Z');
    const published = await publish({ legalHold: true, retentionUntil });
    expect(await bundles.get('key:owner', published.bundleId)).toEqual({
      tombstoneId: null,
      bundleId: published.bundleId,
      ownerId: 'key:owner',
      jobId: null,
      status: 'complete',
      mode: 'extract',
      createdAt: published.createdAt,
      manifestSha256: published.manifestSha256,
      signatureSha256: published.signatureSha256,
      parentBundleId: null,
      supersededBy: null,
      legalHold: true,
      retentionUntil,
    });
    expect(await bundles.get('key:other', published.bundleId)).toBeNull();
    expect(await bundles.versions('key:other', published.bundleId)).toEqual([]);
  });

  it('appends the entry to the log with its RFC 6962 leaf hash', async () => {
    const { bundleId, logEntry } = await publish();
    const leaf = (await leaves()).find((row) => row.bundle_id === bundleId);
    const hash = createHash('sha256').update('\0').update(logEntry).digest('hex');
    expect(leaf).toMatchObject({ entry: logEntry, kind: 'bundle' });
    expect(Buffer.from(leaf?.leaf_hash ?? []).toString('hex')).toBe(hash);
  });

  it('stores nothing when the bundle cannot be made visible', async () => {
    const before = (await leaves()).length;
    const failing = bundle();
    const fault = new EvidenceError('OVERLOADED');
    await expect(bundles.publish(failing, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(await bundles.get('key:owner', failing.bundleId)).toBeNull();
    expect(await leaves()).toHaveLength(before);
  });

  it.runIf(databases.kind === 'postgres')(
    'makes nothing visible once the server has ended the transaction',
    async () => {
      const ended = bundle();
      const publishing = bundles.publish(ended, async (fence) => {
        await fence();
        await database.query((db) => END_TRANSACTIONS.execute(db));
        await fence();
        throw new Error('made visible');
      });
      await expect(publishing).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    },
  );

  it('links versions of a source and lists them oldest first from any of them', async () => {
    const sourceKey = sha256('versions');
    const first = await publish({ sourceKey });
    const second = await publish({ sourceKey, parent: linkTo(first) });
    const third = await publish({ sourceKey, parent: linkTo(second) });
    for (const { bundleId } of [first, second, third]) {
      const versions = await bundles.versions('key:owner', bundleId);
      expect(versions.map((version) => version.bundleId)).toEqual([
        first.bundleId,
        second.bundleId,
        third.bundleId,
      ]);
      expect(versions.map((version) => version.supersededBy)).toEqual([
        second.bundleId,
        third.bundleId,
        null,
      ]);
    }
    expect(await bundles.latestOfSource('key:owner', sourceKey)).toEqual(linkTo(third));
    expect(await bundles.latestOfSource('key:other', sourceKey)).toBeNull();
  });

  it('says so when a newer version was linked meanwhile, and stores nothing', async () => {
    const sourceKey = sha256('moved');
    const first = await publish({ sourceKey });
    const second = await publish({ sourceKey, parent: linkTo(first) });
    const late = bundle({ sourceKey, parent: linkTo(first) });
    expect(await bundles.publish(late, visible)).toEqual({ kind: 'parent-moved', parent: linkTo(second) });
    expect(await bundles.get('key:owner', late.bundleId)).toBeNull();
    const orphan = bundle({ sourceKey });
    expect(await bundles.publish(orphan, visible)).toEqual({ kind: 'parent-moved', parent: linkTo(second) });
  });

  it('links to a superseded parent when the caller names it, and keeps its first successor', async () => {
    const sourceKey = sha256('named');
    const first = await publish({ sourceKey });
    const second = await publish({ sourceKey, parent: linkTo(first) });
    const branch = await publish({ sourceKey, parent: linkTo(first), parentIsExplicit: true });
    expect(await bundles.get('key:owner', first.bundleId)).toMatchObject({ supersededBy: second.bundleId });
    expect(await bundles.versions('key:owner', branch.bundleId)).toHaveLength(3);
    expect(await bundles.latestOfSource('key:owner', sourceKey)).toEqual(linkTo(branch));
  });

  it('refuses a named parent that is gone or somebody else’s', async () => {
    const foreign = await publish({ ownerId: 'key:other' });
    for (const parent of [linkTo(foreign), linkTo(bundle())]) {
      const attempt = bundles.publish(bundle({ parent, parentIsExplicit: true }), visible);
      await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('ends the job and makes one bundle of it, however often it is published', async () => {
    const jobId = await addJob('processing');
    const published = await publish({ jobId });
    expect(await job(jobId)).toMatchObject({ status: 'complete', progress_pct: 100 });
    let calls = 0;
    const again = bundle({ jobId, bundleId: published.bundleId });
    expect(
      await bundles.publish(again, async () => {
        calls += 1;
      }),
    ).toEqual({ kind: 'published' });
    expect(calls).toBe(0);
    expect(await bundles.get('key:owner', published.bundleId)).toMatchObject({
      manifestSha256: published.manifestSha256,
    });
  });

  it('publishes nothing for a job that has failed', async () => {
    const late = bundle({ jobId: await addJob('failed') });
    await expect(bundles.publish(late, visible)).rejects.toMatchObject({ code: 'JOB_ENDED' });
    expect(await bundles.get('key:owner', late.bundleId)).toBeNull();
  });

  it('makes one bundle of a job that two workers publish at once', async () => {
    const jobId = await addJob('processing');
    const same = bundle({ jobId });
    let calls = 0;
    const count = async () => {
      calls += 1;
    };
    await Promise.all([bundles.publish(same, count), bundles.publish(same, count)]);
    expect(calls).toBe(1);
  });

  it('keeps log indexes dense under 20 publications at once, some of which fail', async () => {
    const before = (await leaves()).length;
    const attempts = Array.from({ length: 20 }, (_, index) =>
      bundles.publish(bundle(), async () => {
        if (index % 5 === 0) throw new EvidenceError('OVERLOADED');
      }),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    const indexes = (await leaves()).map(({ leaf_index }) => Number(leaf_index));
    expect(indexes).toEqual(Array.from({ length: before + 16 }, (_, index) => index));
  });

  it('makes one chain of versions of one source published 10 times at once', async () => {
    const sourceKey = sha256('contended');
    const seal = async () => {
      let parent: ParentLink | null = null;
      for (;;) {
        const outcome = await bundles.publish(bundle({ sourceKey, parent }), visible);
        if (outcome.kind === 'published') return;
        parent = outcome.parent;
      }
    };
    await Promise.all(Array.from({ length: 10 }, seal));
    const latest = await bundles.latestOfSource('key:owner', sourceKey);
    const versions = await bundles.versions('key:owner', latest?.bundleId ?? '');
    expect(versions).toHaveLength(10);
    expect(versions.slice(1).map((version) => version.parentBundleId)).toEqual(
      versions.slice(0, -1).map((version) => version.bundleId),
    );
  });
});
