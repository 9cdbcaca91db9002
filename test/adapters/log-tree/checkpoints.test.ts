import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { toHex } from '../../../src/core/bytes.ts';
import type { CheckpointService } from '../../../src/domain/checkpoint/checkpoint-service.ts';
import { parseTreeHead } from '../../../src/domain/checkpoint/checkpoint-text.ts';
import { verifyLogProof } from '../../../src/domain/checkpoint/log-proof.ts';
import { consistencyPath } from '../../../src/domain/merkle/consistency.ts';
import { EMPTY_ROOT } from '../../../src/domain/merkle/hash.ts';
import { inclusionPath } from '../../../src/domain/merkle/inclusion.ts';
import { merkleRoot } from '../../../src/domain/merkle/root.ts';
import { openNote } from '../../../src/domain/note/open-note.ts';
import { openCheckpoints, testLogSigner } from '../../support/checkpoints.ts';
import { databaseKinds } from '../../support/databases.ts';
import { appendLeaves, leafHashAt, leafText, loadLeaves } from '../../support/log-leaves.ts';

const allLeaves = Array.from({ length: 5000 }, (_, index) => leafHashAt(index));
const leavesOf = (size: number) => allLeaves.slice(0, size);

/** A checkpoint of the log as far as it goes now. */
const checkpointOf = async (service: CheckpointService) => (await service.create({ sign: true })).checkpoint;

describe.each(databaseKinds)('checkpoints in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let service: CheckpointService;
  beforeAll(async () => {
    database = await source.open();
    service = openCheckpoints(database);
  });

  it('begin with the empty log', async () => {
    const { checkpoint, isNew } = await service.create({ sign: true });
    expect(isNew).toBe(true);
    expect(checkpoint).toMatchObject({ treeSize: 0, firstLeaf: 0, rootHash: EMPTY_ROOT });
    expect(await service.newest()).toMatchObject({ treeSize: 0 });
  });

  it('state size and root of the log, signed', async () => {
    await appendLeaves(database, 7);
    const { checkpointId, note, ...rest } = await checkpointOf(service);
    expect(checkpointId).toMatch(/^ckpt_/);
    expect(rest).toMatchObject({ treeSize: 7, firstLeaf: 0 });
    const head = parseTreeHead(openNote(note!, [testLogSigner.key])!.text);
    expect(head).toEqual({ origin: 'log.example/log', treeSize: 7, rootHash: merkleRoot(leavesOf(7)) });
    expect(await service.get(checkpointId)).toEqual({ checkpointId, note, ...rest });
  });

  it('are given again while nothing is new', async () => {
    const first = await checkpointOf(service);
    expect(await service.create({ sign: true })).toEqual({ checkpoint: first, isNew: false });
    expect(await service.create({ sign: false })).toEqual({ checkpoint: first, isNew: false });
  });

  it('may be unsigned, and are signed in place when somebody asks for it', async () => {
    await appendLeaves(database, 2);
    const unsigned = await service.create({ sign: false });
    expect(unsigned).toMatchObject({ isNew: true, checkpoint: { note: null, treeSize: 9, firstLeaf: 7 } });
    const proof = service.proveInclusion({ leafHash: leafHashAt(8) }, null);
    await expect(proof).rejects.toMatchObject({ code: 'NOT_IN_CHECKPOINT' });
    const signed = await service.create({ sign: true });
    expect(signed.isNew).toBe(true);
    expect(signed.checkpoint).toEqual({
      ...unsigned.checkpoint,
      note: expect.stringContaining('log.example/log\n9\n'),
    });
    expect(await service.get(unsigned.checkpoint.checkpointId)).toEqual(signed.checkpoint);
  });

  it('prove the inclusion of every entry below them', async () => {
    await appendLeaves(database, 300 - 9);
    const before = await service.newest();
    const { treeSize } = await checkpointOf(service);
    for (const index of [0, 7, 15, 16, 255, 256, 299]) {
      const { entry, path, checkpoint } = await service.proveInclusion({ leafHash: leafHashAt(index) }, null);
      expect(entry).toMatchObject({ leafIndex: index, text: leafText(index) });
      expect(path.map(toHex)).toEqual(inclusionPath(leavesOf(treeSize), index).map(toHex));
      expect(checkpoint.treeSize).toBe(300);
    }
    const older = await service.proveInclusion({ leafHash: leafHashAt(5) }, before!.checkpointId);
    expect(older.path.map(toHex)).toEqual(inclusionPath(leavesOf(9), 5).map(toHex));
    const early = service.proveInclusion({ leafHash: leafHashAt(9) }, before!.checkpointId);
    await expect(early).rejects.toMatchObject({ code: 'NOT_IN_CHECKPOINT' });
  });

  it('give a log proof that verifies without the service', async () => {
    const proof = await service.logProof({ leafHash: leafHashAt(123) });
    const verdict = verifyLogProof(proof, leafText(123), { log: testLogSigner.key, witnesses: [] });
    expect(verdict).toMatchObject({ isSigned: true, isIncluded: true, head: { treeSize: 300 } });
  });

  it('prove that the log only grew, by ids and by sizes', async () => {
    const newest = await service.newest();
    const path = consistencyPath(leavesOf(300), 9).map(toHex);
    const bySizes = await service.proveConsistency(9, 300);
    expect(bySizes.path.map(toHex)).toEqual(path);
    expect(bySizes.from).toEqual({ treeSize: 9, rootHash: merkleRoot(leavesOf(9)) });
    expect(await service.proveConsistency(9, newest!.checkpointId)).toMatchObject({ to: { treeSize: 300 } });
    expect((await service.proveConsistency(0, 300)).path).toEqual([]);
    expect((await service.proveConsistency(300, 300)).path).toEqual([]);
  });

  it('refuse what does not exist', async () => {
    const nobody = 'ckpt_01JD0000000000000000000000';
    await expect(service.get(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.proveConsistency(nobody, 300)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.proveConsistency(1, 301)).rejects.toMatchObject({ code: 'NOT_IN_CHECKPOINT' });
    await expect(service.proveConsistency(300, 9)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const unknown = service.proveInclusion({ leafHash: leafHashAt(4999) }, null);
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const bundle = service.proveInclusion(
      { ownerId: 'local', bundleId: 'ev_01JD0000000000000000000000' },
      null,
    );
    await expect(bundle).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('never sign a history that contradicts the last one', async () => {
    await appendLeaves(database, 1);
    const forged = leafHashAt(4999);
    const put = (hash: Uint8Array) =>
      database.query((db) =>
        db.updateTable('log_leaves').set({ leaf_hash: hash }).where('leaf_index', '=', 299).execute(),
      );
    await put(forged);
    const newest = await service.newest();
    await expect(service.create({ sign: true })).rejects.toMatchObject({ code: 'LOG_INCONSISTENT' });
    expect(await service.newest()).toEqual(newest);
    await put(leafHashAt(299));
    expect(await checkpointOf(service)).toMatchObject({ treeSize: 301, firstLeaf: 300 });
  });

  it('are one for each size, whoever writes', async () => {
    const fork = database.query((db) =>
      sql`insert into checkpoints select 'ckpt_fork', tree_size, root_hash, first_leaf, note, created_at from checkpoints
          where tree_size = 301`.execute(db),
    );
    await expect(fork).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

describe.each(databaseKinds)('a log that was long before its first checkpoint in $kind', ({ prepare }) => {
  const source = prepare();

  it('is caught up in batches, and has the root and the paths of the plain tree', async () => {
    const database = await source.open();
    await loadLeaves(database, 5000);
    const service = openCheckpoints(database);
    const [{ rootHash }] = await Promise.all([checkpointOf(service), checkpointOf(service)]);
    expect(toHex(rootHash)).toBe(toHex(merkleRoot(allLeaves)));
    const { path } = await service.proveInclusion({ leafHash: leafHashAt(4321) }, null);
    expect(path.map(toHex)).toEqual(inclusionPath(allLeaves, 4321).map(toHex));
    const consistency = await service.proveConsistency(4097, 5000);
    expect(consistency.path.map(toHex)).toEqual(consistencyPath(allLeaves, 4097).map(toHex));
  });
});
