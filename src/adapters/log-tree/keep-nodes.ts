import { type Kysely, sql, type Transaction } from 'kysely';
import { FAN_OUT, foldPerfect, LEVEL_STEP } from '../../domain/log/tree-nodes.ts';
import type { LeafRange } from '../../domain/merkle/range.ts';
import type { LogSchema } from './log-schema.ts';
import { countLeaves } from './tree-store.ts';

/** One number for all processes on a server, unlike those of other locks. */
const NODES_LOCK = 0x61666e6f64;
/** 64 nodes are folded from 1,024 hashes: about 10 ms of this thread, with PGlite's share. */
const BATCH = 64;

/**
 * Keep some more of the nodes that the leaves complete by now, in batches so small that a log of any size
 * never holds up the event loop.
 *
 * @returns false when all of them are kept.
 */
export async function keepSomeNodes(trx: Transaction<LogSchema>): Promise<boolean> {
  // Alone: two processes would do the same work, and the count by the last index would see gaps.
  await sql`select pg_advisory_xact_lock(${NODES_LOCK})`.execute(trx);
  let below = await countLeaves(trx);
  for (let level = LEVEL_STEP; below >= FAN_OUT; level += LEVEL_STEP) {
    const complete = Math.floor(below / FAN_OUT);
    const kept = await countNodes(trx, level);
    if (kept < complete) {
      await keepNodes(trx, level, { start: kept, end: Math.min(complete, kept + BATCH) });
      return true;
    }
    below = complete;
  }
  return false;
}

async function countNodes(db: Kysely<LogSchema>, level: number): Promise<number> {
  const { count } = await db
    .selectFrom('log_nodes')
    .select(sql<string | number>`coalesce(max(node_index) + 1, 0)`.as('count'))
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param range of indexes on this level. */
async function keepNodes(
  trx: Transaction<LogSchema>,
  level: number,
  { start, end }: LeafRange,
): Promise<void> {
  const children = await readChildren(trx, level, { start: start * FAN_OUT, end: end * FAN_OUT });
  const rows = Array.from({ length: end - start }, (_, offset) => ({
    level,
    node_index: start + offset,
    hash: foldPerfect(children.slice(offset * FAN_OUT, (offset + 1) * FAN_OUT)),
  }));
  await trx.insertInto('log_nodes').values(rows).execute();
}

/** Hashes of the kept level below `level`, in order. */
async function readChildren(
  db: Kysely<LogSchema>,
  level: number,
  { start, end }: LeafRange,
): Promise<Uint8Array[]> {
  const rows =
    level === LEVEL_STEP
      ? await db
          .selectFrom('log_leaves')
          .select('leaf_hash as hash')
          .where('leaf_index', '>=', start)
          .where('leaf_index', '<', end)
          .orderBy('leaf_index')
          .execute()
      : await db
          .selectFrom('log_nodes')
          .select('hash')
          .where('level', '=', level - LEVEL_STEP)
          .where('node_index', '>=', start)
          .where('node_index', '<', end)
          .orderBy('node_index')
          .execute();
  return rows.map(({ hash }) => hash);
}
