import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/adapters/database/database.ts';
import { withLogTables } from '../../../src/adapters/log-tree/log-schema.ts';
import { toHex } from '../../../src/core/bytes.ts';
import { parseTreeHead } from '../../../src/domain/checkpoint/checkpoint-text.ts';
import { isConsistent } from '../../../src/domain/merkle/consistency.ts';
import { openNote } from '../../../src/domain/note/open-note.ts';
import { openCheckpoints, testLogSigner } from '../../support/checkpoints.ts';
import { ensurePostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';

const child = new URL('make-checkpoints.ts', import.meta.url).pathname;
const seconds = Number(process.env['AFFIANT_TEST_CHECKPOINT_SECONDS'] ?? 3);

describe.skipIf(!ensurePostgres())('processes that make checkpoints of one log at once', () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(
    async () => {
      postgres = await startPostgres();
      const databaseUrl = await postgres.createDatabase();
      database = await openDatabase({ dataDir: '', databaseUrl, onError: () => {} });
      const makers = [1, 2].map(() =>
        spawn(process.execPath, [child, databaseUrl, String(seconds * 1000)], {
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      );
      const exits = await Promise.all(makers.map((maker) => once(maker, 'exit')));
      expect(exits).toEqual([
        [0, null],
        [0, null],
      ]);
    },
    (seconds + 30) * 1000,
  );
  afterAll(async () => {
    await database?.close();
    await postgres?.stop();
  });

  const listCheckpoints = () =>
    database.query((db) =>
      withLogTables(db).selectFrom('checkpoints').selectAll().orderBy('tree_size').execute(),
    );

  it('never make two for one size, and sign what they state', async () => {
    const checkpoints = await listCheckpoints();
    expect(checkpoints.length).toBeGreaterThan(10);
    expect(new Set(checkpoints.map((row) => Number(row.tree_size))).size).toBe(checkpoints.length);
    for (const { tree_size, root_hash, note } of checkpoints.filter((row) => row.note !== null)) {
      const head = parseTreeHead(openNote(note!, [testLogSigner.key])!.text);
      expect([head.treeSize, toHex(head.rootHash)]).toEqual([Number(tree_size), toHex(root_hash)]);
    }
  });

  it('make them so that every pair is consistent', { timeout: 120_000 }, async () => {
    const service = openCheckpoints(database);
    const checkpoints = await listCheckpoints();
    // Neighbours suffice for all pairs; the first with each is the longest way besides.
    for (const [index, { checkpoint_id }] of checkpoints.entries()) {
      for (const earlier of [checkpoints[0], checkpoints[index - 1]].filter((row) => row !== undefined)) {
        const { from, to, path } = await service.proveConsistency(earlier.checkpoint_id, checkpoint_id);
        const proof = { oldSize: from.treeSize, newSize: to.treeSize, path };
        expect(isConsistent({ oldRoot: from.rootHash, newRoot: to.rootHash }, proof)).toBe(true);
      }
    }
  });
});
