import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { NewBundle } from '../../domain/bundle/bundle.ts';
import type { Fence, ParentLink, PublishOutcome } from '../../domain/bundle/port.ts';
import { endJob } from './job-rows.ts';
import { appendLeaf, lockLog } from './log-leaves.ts';
import type { Schema } from './schema.ts';

type Trx = Transaction<Schema>;

/** What one publication works with. */
export interface Publication {
  readonly bundle: NewBundle;
  readonly makeVisible: (fence: Fence) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Publish a bundle inside `trx`. Publications run one after another (they hold the lock of the log), so
 * what is checked here stays true until the commit.
 *
 * @throws EvidenceError `JOB_ENDED` when its job failed or was cancelled, `NOT_FOUND` when the parent that
 *   the caller named is gone, and whatever `makeVisible` throws: then nothing is stored.
 */
export async function publishBundle(
  trx: Trx,
  { bundle, makeVisible, clock }: Publication,
): Promise<PublishOutcome> {
  await lockLog(trx);
  if (bundle.jobId !== null && (await isPublished(trx, bundle.jobId))) return { kind: 'published' };
  const moved = await movedParent(trx, bundle);
  if (moved) return moved;
  const leaf = { text: bundle.logEntry, kind: 'bundle', bundleId: bundle.bundleId };
  await insertBundle(trx, bundle, await appendLeaf(trx, leaf));
  if (bundle.parent) await supersede(trx, bundle.parent.bundleId, bundle.bundleId);
  if (bundle.jobId !== null) {
    await endJob(trx, bundle.jobId, { status: 'complete', progress_pct: 100, completed_at: clock.now() });
  }
  // Postgres may have ended the transaction while files were made durable; then somebody else may publish by now.
  await makeVisible(async () => void (await sql`select 1`.execute(trx)));
  return { kind: 'published' };
}

/** Newest version of a source, whatever its place among versions. */
export async function latestOfSource(
  db: Kysely<Schema>,
  ownerId: string,
  sourceKey: string,
): Promise<ParentLink | null> {
  const row = await db
    .selectFrom('bundles')
    .select(['bundle_id', 'manifest_sha256'])
    .where('owner_id', '=', ownerId)
    .where('source_key', '=', sourceKey)
    .where('status', '=', 'complete')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { bundleId: row.bundle_id, manifestSha256: row.manifest_sha256 } : null;
}

/** Whether an earlier attempt of the job has published: there is one bundle for each job. */
async function isPublished(trx: Trx, jobId: string): Promise<boolean> {
  // Locked, so that the job cannot be failed or cancelled beside this transaction.
  const job = await trx
    .selectFrom('jobs')
    .select('status')
    .where('job_id', '=', jobId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (job.status === 'failed' || job.status === 'cancelled') throw new EvidenceError('JOB_ENDED');
  return job.status === 'complete';
}

async function movedParent(trx: Trx, bundle: NewBundle): Promise<PublishOutcome | null> {
  if (!bundle.parentIsExplicit) {
    const latest = await latestOfSource(trx, bundle.ownerId, bundle.sourceKey);
    return latest?.bundleId === bundle.parent?.bundleId ? null : { kind: 'parent-moved', parent: latest };
  }
  if (!bundle.parent) return null;
  const parent = await trx
    .selectFrom('bundles')
    .select('bundle_id')
    .where('bundle_id', '=', bundle.parent.bundleId)
    .where('owner_id', '=', bundle.ownerId)
    .where('status', '=', 'complete')
    .executeTakeFirst();
  if (!parent) throw new EvidenceError('NOT_FOUND');
  return null;
}

async function insertBundle(trx: Trx, bundle: NewBundle, logIndex: number): Promise<void> {
  await trx
    .insertInto('bundles')
    .values({
      bundle_id: bundle.bundleId,
      owner_id: bundle.ownerId,
      job_id: bundle.jobId,
      status: 'complete',
      mode: bundle.mode,
      created_at: bundle.createdAt,
      source_key: bundle.sourceKey,
      manifest_sha256: bundle.manifestSha256,
      signature_sha256: bundle.signatureSha256,
      parent_bundle_id: bundle.parent?.bundleId ?? null,
      superseded_by: null,
      legal_hold: bundle.legalHold,
      retention_until: bundle.retentionUntil,
      log_index: logIndex,
    })
    .execute();
}

/** A parent named by the caller may be superseded already: its first successor stays. */
async function supersede(trx: Trx, parentBundleId: string, bundleId: string): Promise<void> {
  await trx
    .updateTable('bundles')
    .set({ superseded_by: bundleId })
    .where('bundle_id', '=', parentBundleId)
    .where('superseded_by', 'is', null)
    .execute();
}
