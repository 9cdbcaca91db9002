import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/adapters/database/database.ts';
import { createSqlLogTree } from '../../src/adapters/log-tree/sql-log-tree.ts';
import { openCheckpoints } from '../support/checkpoints.ts';
import { appendLeaves, loadLeaves } from '../support/log-leaves.ts';
import { ensurePostgres, startPostgres } from '../support/postgres.ts';
import type { Figure, Section } from './section.ts';
import { alternate, summarise, timed } from './statistics.ts';

const LEAVES = 1_000_000;
const ROUNDS = { count: 200, warmUps: 5, budgetMs: 10_000 };
const PROOF_GOAL = { on: 'ours', bound: '<=', value: 10 } as const;

/** A long log: what it costs to append, to make a checkpoint, and to prove. */
export const section: Section = {
  name: 'log',
  goal: 'an inclusion or consistency proof over 1,000,000 leaves takes at most 10 ms',
  async run() {
    await using resources = new AsyncDisposableStack();
    const dataDir = resources.adopt(await mkdtemp(join(tmpdir(), 'affiant-bench-')), (folder) =>
      rm(folder, { recursive: true, force: true }),
    );
    const server = ensurePostgres()
      ? resources.adopt(await startPostgres(), (postgres) => postgres.stop())
      : null;
    const urls = { PGlite: null, ...(server && { PostgreSQL: await server.createDatabase() }) };
    const figures: Figure[] = [];
    for (const [kind, databaseUrl] of Object.entries(urls)) {
      const options = {
        dataDir,
        databaseUrl,
        onError: (error: unknown) => process.emitWarning(String(error)),
      };
      const database = resources.adopt(await openDatabase(options), (open) => open.close());
      figures.push(...(await measureLog(kind, database)));
    }
    return figures;
  },
};

async function measureLog(kind: string, database: Database): Promise<Figure[]> {
  await loadLeaves(database, LEAVES);
  const [service, tree] = [openCheckpoints(database), createSqlLogTree(database)];
  const checkpoint = () => timed(() => service.create({ sign: true }));
  const first = await checkpoint();
  const baseline = () => timed(() => tree.size());
  const compare = async (name: string, work: (sample: number) => Promise<unknown>, goal: Figure['goal']) => {
    let sample = 0;
    const anywhere = () => 1 + ((++sample * 7_919_993) % (LEAVES - 1));
    const timesOf = await alternate({ ours: () => timed(() => work(anywhere())), baseline }, ROUNDS);
    const oneRow = { name: 'one row', ...timesOf.baseline };
    return { name: `${kind}: ${name}`, unit: 'ms', ours: timesOf.ours, baseline: oneRow, goal } as const;
  };
  return [
    { name: `${kind}: first checkpoint`, unit: 'ms', ours: summarise([first]), baseline: null, goal: null },
    await compare('append a leaf', () => appendLeaves(database, 1), null),
    {
      name: `${kind}: next checkpoint`,
      unit: 'ms',
      ours: summarise([await checkpoint()]),
      baseline: null,
      goal: null,
    },
    await compare('inclusion proof', (leaf) => tree.inclusionPath(leaf, LEAVES), PROOF_GOAL),
    await compare('consistency proof', (oldSize) => tree.consistencyPath(oldSize, LEAVES), PROOF_GOAL),
  ];
}
