import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { concatBytes, utf8 } from '../../../src/core/bytes.ts';
import { canonicalBytes } from '../../../src/core/canonical-json.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import { createId } from '../../../src/core/id.ts';
import { readChain } from '../../../src/domain/custody/chain-file.ts';
import { verifyChain } from '../../../src/domain/custody/verify-chain.ts';
import { retentionEnd } from '../../../src/domain/deletion/retention.ts';
import { signerOfTombstone } from '../../../src/domain/deletion/tombstone.ts';
import { leafHash } from '../../../src/domain/merkle/hash.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER } from '../../golden/golden-bundle.ts';
import { openCheckpoints } from '../../support/checkpoints.ts';
import { type OpenedCustody, OWNER, openCustody, STRANGER } from '../../support/custody.ts';
import { type DatabasePlace, databaseKinds } from '../../support/databases.ts';

const BY_OWNER = { acknowledgesNotarized: false };
const HOLD = { agentId: 'counsel', reason: null, matter: null };
const STEP = { agentId: 'agent', action: 'read', query: null, resultSummary: null };
const NOTARIZED = { type: 'notarized', agentId: 'agent', action: 'notarized', body: {} } as const;
/** Stands in the golden document. */
const PHRASE = 'Either side may end the contract within 30 days';
const { signal } = new AbortController();

describe.each(databaseKinds)('deletion in $kind', ({ kind, prepare }) => {
  const source = prepare();
  let place: DatabasePlace;
  let database: Database;
  let opened: OpenedCustody;
  beforeAll(async () => {
    place = await source.newPlace();
    database = await source.open(place);
    opened = await openCustody(database);
  });
  afterAll(() => opened?.close());

  const remove = (bundleId: string) => opened.deletion.delete(OWNER, bundleId, BY_OWNER);
  const row = (bundleId: string) => opened.bundles.get(OWNER.ownerId, bundleId);
  const leavesOf = (bundleId: string) =>
    database.query((db) =>
      db
        .selectFrom('log_leaves')
        .select(['kind', 'entry', 'leaf_index'])
        .where('bundle_id', '=', bundleId)
        .orderBy('leaf_index')
        .execute(),
    );
  const isRetained = async (days: number) =>
    opened.publish({ retentionUntil: retentionEnd(opened.clock.now(), days) });
  const afterDays = (days: number) => {
    opened.clock.time += days * 86_400_000 + 1;
  };

  it('leaves a signed tombstone, its entry in the log, and no bytes', async () => {
    const { bundleId, manifestSha256 } = await opened.publish();
    const { tombstone, purgedAt } = await remove(bundleId);
    expect(tombstone).toMatchObject({
      schema: 'affiant-tombstone/v1',
      bundle_id: bundleId,
      manifest_sha256: manifestSha256,
      deleted_at: opened.clock.now().toISOString(),
      reason: 'owner_request',
    });
    expect(signerOfTombstone(tombstone)).toBe(GOLDEN_SIGNER);
    expect(purgedAt).toEqual(opened.clock.now());
    expect(await opened.store.open(bundleId)).toBeNull();
    expect(await row(bundleId)).toMatchObject({ status: 'deleted' });
    const leaf = (await leavesOf(bundleId)).at(-1);
    expect(Number(leaf?.leaf_index)).toBe(tombstone.log_index);
    expect(leaf?.entry).toBe(
      JSON.stringify({
        at: tombstone.deleted_at,
        id: bundleId,
        manifest_sha256: manifestSha256,
        t: 'tombstone',
        v: 1,
      }),
    );
  });

  it('answers a second deletion with the tombstone of the first', async () => {
    const { bundleId } = await opened.publish();
    const { tombstone } = await remove(bundleId);
    const details = {
      tombstone_id: tombstone.tombstone_id,
      tombstone,
      purged_at: opened.clock.now().toISOString(),
    };
    await expect(remove(bundleId)).rejects.toMatchObject({ code: 'NOT_FOUND', details });
    const stranger = opened.deletion.delete(STRANGER, bundleId, BY_OWNER);
    await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND', details: {} });
    expect(await opened.deletion.find(OWNER, bundleId)).toMatchObject({ tombstone });
    expect(await opened.deletion.find(STRANGER, bundleId)).toBeNull();
    expect((await leavesOf(bundleId)).filter(({ kind: type }) => type === 'tombstone')).toHaveLength(1);
  });

  it('is done once by 5 calls at once', async () => {
    const { bundleId } = await opened.publish();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => remove(bundleId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await leavesOf(bundleId)).filter(({ kind: type }) => type === 'tombstone')).toHaveLength(1);
  });

  it('is refused to strangers', async () => {
    const { bundleId } = await opened.publish();
    const attempt = opened.deletion.delete(STRANGER, bundleId, BY_OWNER);
    await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND', details: {} });
    expect(await row(bundleId)).toMatchObject({ status: 'complete' });
  });

  it('waits for the release of a hold, also of one that died before it was recorded', async () => {
    const { bundleId } = await opened.publish();
    const dying = opened.custodyWith({
      store: {
        ...opened.store,
        async writeSeal(...args) {
          await opened.store.writeSeal(...args);
          throw new EvidenceError('INTERNAL');
        },
      },
    });
    await expect(dying.placeHold(OWNER, bundleId, HOLD)).rejects.toThrow();
    await expect(remove(bundleId)).rejects.toMatchObject({ code: 'LEGAL_HOLD' });
    await opened.custody.releaseHold(OWNER, bundleId, 'counsel');
    await expect(remove(bundleId)).resolves.toMatchObject({ purgedAt: expect.any(Date) });
  });

  it('of a notarized bundle needs an acknowledgement, unless the attestation is withdrawn', async () => {
    const [first, second] = [await opened.publish(), await opened.publish()];
    for (const { bundleId } of [first, second]) {
      await opened.custody.record(OWNER, bundleId, NOTARIZED);
      await expect(remove(bundleId)).rejects.toMatchObject({ code: 'BUNDLE_NOTARIZED' });
    }
    await opened.deletion.delete(OWNER, first.bundleId, { ...BY_OWNER, acknowledgesNotarized: true });
    await opened.custody.record(OWNER, second.bundleId, { ...NOTARIZED, type: 'revoked' });
    await remove(second.bundleId);
  });

  it('ends the custody chain: its receipts stay checkable, as far as digests go', async () => {
    const { bundleId, manifestSha256 } = await opened.publish();
    const { record } = await opened.custody.appendProvenance(OWNER, bundleId, STEP);
    const kept = (await readChain(opened.store, bundleId)) ?? new Uint8Array();
    const { tombstone, record: last } = await remove(bundleId);
    expect(last).toMatchObject({ seq: 2, type: 'deleted', body: { tombstone_id: tombstone.tombstone_id } });
    const lines = concatBytes(kept, canonicalBytes(last), utf8('\n'));
    const subject = { bundleId, manifestSha256, trusted: [GOLDEN_KEY_RECORD] };
    expect(await verifyChain(lines, subject)).toMatchObject({ status: 'pass' });
    expect(await opened.deletion.find(OWNER, bundleId)).toMatchObject({ record: last });
    expect(await opened.custody.verifyReceipt(record.receipt_id)).toMatchObject({
      valid: true,
      signatureValid: true,
      inChain: null,
      manifestMatchesCurrent: null,
      bundleStatus: 'deleted',
      tombstoneId: tombstone.tombstone_id,
      receipt: { agent_id: null, action: null, signature: record.signature },
    });
    expect(await opened.custody.knownHead(bundleId)).toMatchObject({ seq: 2 });
    const gone = { code: 'NOT_FOUND', details: { tombstone_id: tombstone.tombstone_id } };
    await expect(opened.custody.records(OWNER, bundleId)).rejects.toMatchObject(gone);
    await expect(opened.custody.appendProvenance(OWNER, bundleId, STEP)).rejects.toMatchObject(gone);
    await expect(opened.custody.placeHold(OWNER, bundleId, HOLD)).rejects.toMatchObject(gone);
  });

  it('after a handoff leaves the recipient a receipt to check', async () => {
    const { bundleId } = await opened.publish();
    const handoff = { fromAgent: 'agent-a', toAgent: 'agent-b', note: null };
    const { record } = await opened.custody.recordHandoff(OWNER, bundleId, handoff);
    const { tombstone } = await remove(bundleId);
    expect(await opened.custody.verifyReceipt(record.receipt_id)).toMatchObject({
      valid: true,
      bundleStatus: 'deleted',
      tombstoneId: tombstone.tombstone_id,
    });
  });

  it('keeps the links between versions', async () => {
    const first = await opened.publish();
    const parent = { bundleId: first.bundleId, manifestSha256: first.manifestSha256 };
    const second = await opened.publish({ sourceKey: first.sourceKey, parent });
    await remove(first.bundleId);
    const versions = await opened.bundles.versions(OWNER.ownerId, second.bundleId);
    expect(versions.map(({ bundleId, status, supersededBy }) => [bundleId, status, supersededBy])).toEqual([
      [first.bundleId, 'deleted', second.bundleId],
      [second.bundleId, 'complete', null],
    ]);
  });

  it('of a parent lets a capture under way publish without it', async () => {
    const first = await opened.publish();
    await remove(first.bundleId);
    const parent = { bundleId: first.bundleId, manifestSha256: first.manifestSha256 };
    const late = { ...first, bundleId: createId('ev'), parent };
    const outcome = await opened.bundles.publish(late, async () => {});
    expect(outcome).toEqual({ kind: 'parent-moved', parent: null });
  });

  it('leaves old proofs standing', async () => {
    const checkpoints = openCheckpoints(database);
    const { bundleId, logEntry } = await opened.publish();
    await remove(bundleId);
    await checkpoints.create({ sign: true });
    const { entry } = await checkpoints.proveInclusion({ leafHash: leafHash(utf8(logEntry)) }, null);
    expect(entry.text).toBe(logEntry);
  });

  it('forgets the parameters of the job', async () => {
    const jobId = createId('job');
    const bundleId = createId('ev');
    const job = {
      job_id: jobId,
      owner_id: OWNER.ownerId,
      type: 'extract',
      status: 'processing',
      bundle_id: bundleId,
    } as const;
    const times = { progress_pct: 0, price_credits: 0, created_at: new Date() };
    const parameters = JSON.stringify({ url: 'https://example.com/secret' });
    await database.query((db) =>
      db
        .insertInto('jobs')
        .values({ ...job, ...times, parameters })
        .execute(),
    );
    const published = await opened.publish({ jobId });
    await database.query((db) =>
      db.updateTable('jobs').set({ bundle_id: published.bundleId }).where('job_id', '=', jobId).execute(),
    );
    await remove(published.bundleId);
    const left = await database.query((db) =>
      db.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow(),
    );
    expect(left).toMatchObject({ status: 'complete', parameters: {} });
  });

  it('cuts off a download under way, whose file is unlinked all the same', async () => {
    const { bundleId } = await opened.publish();
    const reader = await opened.store.open(bundleId);
    const pieces = reader!.read('artifacts/content.md')[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    const { purgedAt } = await remove(bundleId);
    expect(purgedAt).not.toBeNull();
    expect(readdirSync(join(opened.folder, 'bundles'))).not.toContain(bundleId);
    await pieces.return?.(undefined);
    await expect(
      reader!.read('artifacts/screenshot.png')[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not undone by a seal that is written late', async () => {
    const { bundleId } = await opened.publish();
    await remove(bundleId);
    const late = opened.store.writeSeal(bundleId, 'seals/tsa/late.tsr', utf8('late'));
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await opened.store.open(bundleId)).toBeNull();
  });

  it('purges what was made from the bundle, and comes back to what failed', async () => {
    const purged: string[] = [];
    let isBroken = true;
    const cache = {
      async purge({ bundleId }: { bundleId: string }) {
        if (isBroken) throw new EvidenceError('INTERNAL', 'the cache is away');
        purged.push(bundleId);
      },
    };
    const other = await openCustody(database, [cache]);
    try {
      const { bundleId } = await other.publish();
      expect(await other.deletion.delete(OWNER, bundleId, BY_OWNER)).toMatchObject({ purgedAt: null });
      expect(await other.deletion.sweep(signal)).toMatchObject([{ message: 'the cache is away' }]);
      isBroken = false;
      expect(await other.deletion.sweep(signal)).toEqual([]);
      expect(purged).toEqual([bundleId]);
      expect(await other.deletion.find(OWNER, bundleId)).toMatchObject({ purgedAt: expect.any(Date) });
      expect(await other.store.open(bundleId)).toBeNull();
    } finally {
      other.close();
    }
  });

  it('leaves no word of the document in the data folder, whatever died in it before', async () => {
    const { bundleId } = await opened.publish();
    await opened.custody.appendProvenance(OWNER, bundleId, { ...STEP, resultSummary: PHRASE });
    for (const name of ['trash', 'staging']) {
      const folder = join(opened.folder, 'tmp', name, `${bundleId}-0123456789abcdef`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'content.md'), PHRASE);
    }
    const others = readdirSync(join(opened.folder, 'bundles')).filter((name) => name !== bundleId);
    for (const name of others) await opened.store.remove(name);
    expect(filesWith(opened.folder, PHRASE)).not.toEqual([]);
    await remove(bundleId);
    expect(filesWith(opened.folder, PHRASE)).toEqual([]);
    if (kind === 'pglite') expect(filesWith(place.dataDir, PHRASE)).toEqual([]);
  });

  describe('at the end of the retention', () => {
    it('comes by itself, not sooner', async () => {
      const { bundleId } = await isRetained(2);
      afterDays(1);
      expect(await opened.deletion.sweep(signal)).toEqual([]);
      expect(await row(bundleId)).toMatchObject({ status: 'complete' });
      afterDays(1);
      expect(await opened.deletion.sweep(signal)).toEqual([]);
      expect(await opened.deletion.find(OWNER, bundleId)).toMatchObject({
        tombstone: { reason: 'retention_ended' },
        purgedAt: expect.any(Date),
      });
    });

    it('honours holds and attestations, and comes after their end', async () => {
      const [held, notarized, free] = [await isRetained(1), await isRetained(1), await isRetained(1)];
      await opened.custody.placeHold(OWNER, held.bundleId, HOLD);
      await opened.custody.record(OWNER, notarized.bundleId, NOTARIZED);
      afterDays(1);
      const states = async () =>
        Promise.all([held, notarized, free].map(async ({ bundleId }) => (await row(bundleId))?.status));
      expect(await opened.deletion.sweep(signal)).toEqual([]);
      expect(await states()).toEqual(['complete', 'complete', 'deleted']);
      await opened.custody.releaseHold(OWNER, held.bundleId, 'counsel');
      expect(await opened.deletion.sweep(signal)).toEqual([]);
      expect(await states()).toEqual(['deleted', 'complete', 'deleted']);
    });

    it('comes once for each bundle when two processes sweep at once', async () => {
      const bundles = [];
      for (let count = 0; count < 6; count += 1) bundles.push(await isRetained(1));
      afterDays(1);
      const sweeps = [opened.deletion, opened.deletionWith({})].map((service) => service.sweep(signal));
      expect((await Promise.all(sweeps)).flat()).toEqual([]);
      for (const { bundleId } of bundles) {
        expect((await leavesOf(bundleId)).map((leaf) => leaf.kind)).toEqual(['bundle', 'tombstone']);
      }
    });

    it('ends with the sweeper', async () => {
      const { bundleId } = await isRetained(1);
      afterDays(1);
      expect(await opened.deletion.sweep(AbortSignal.abort())).toEqual([]);
      expect(await row(bundleId)).toMatchObject({ status: 'complete' });
    });
  });
});

/** Files below a folder that hold this text. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
