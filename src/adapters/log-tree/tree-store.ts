import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EvidenceError } from '../../core/error.ts';
import type { TreeNode } from '../../domain/log/tree-nodes.ts';
import type { TreeStore } from '../../domain/log/tree-reader.ts';
import type { LogSchema } from './log-schema.ts';

/** Runs statements: on the database itself, or inside a transaction. */
export type Query = <T>(work: (db: Kysely<LogSchema>) => Promise<T>) => Promise<T>;

/**
 * Leaves and kept nodes in SQL. It answers for sizes up to the newest checkpoint's: making a checkpoint
 * keeps every node below it.
 */
export const createTreeStore = (query: Query): TreeStore => ({
  size: () => query(countLeaves),
  read: (nodes) => (nodes.length === 0 ? Promise.resolve([]) : query((db) => readNodes(db, nodes))),
});

/** Number of leaves; their indexes are dense. */
export async function countLeaves(db: Kysely<LogSchema>): Promise<number> {
  const { count } = await db
    .selectFrom('log_leaves')
    .select(sql<string | number>`coalesce(max(leaf_index) + 1, 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NodeRow {
  readonly level: number;
  readonly node_index: string | number;
  readonly hash: Uint8Array;
}

/** One statement for all nodes: with one for each, a proof would wait for the network dozens of times. */
async function readNodes(db: Kysely<LogSchema>, nodes: readonly TreeNode[]): Promise<Uint8Array[]> {
  const levels = Map.groupBy(nodes, ({ level }) => level);
  const selects = [...levels].map(([level, group]) => selectLevel(level, group));
  const { rows } = await sql.join<NodeRow>(selects, sql` union all `).execute(db);
  const hashes = new Map(rows.map((row) => [`${row.level}/${row.node_index}`, row.hash]));
  return nodes.map(({ level, index }) => {
    const hash = hashes.get(`${level}/${index}`);
    if (!hash) throw new EvidenceError('LOG_INCONSISTENT', undefined, { details: { level, index } });
    return hash;
  });
}

function selectLevel(level: number, nodes: readonly TreeNode[]): RawBuilder<unknown> {
  const indexes = sql.join(nodes.map(({ index }) => index));
  return level === 0
    ? sql`select 0 as level, leaf_index as node_index, leaf_hash as hash from log_leaves where leaf_index in (${indexes})`
    : sql`select level, node_index, hash from log_nodes where level = ${level} and node_index in (${indexes})`;
}
