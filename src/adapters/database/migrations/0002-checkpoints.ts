import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Kept hashes of the log's tree, its checkpoints, and their cosignatures. */
export const checkpoints: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create index leaves_by_hash on log_leaves (leaf_hash)`,
  sql`create table log_nodes (
    level smallint not null check (level > 0),
    node_index bigint not null check (node_index >= 0),
    hash bytea not null check (octet_length(hash) = 32),
    primary key (level, node_index)
  )`,
  sql`create table checkpoints (
    checkpoint_id text primary key,
    tree_size bigint not null unique check (tree_size >= 0),
    root_hash bytea not null check (octet_length(root_hash) = 32),
    first_leaf bigint not null check (first_leaf between 0 and tree_size),
    note text,
    created_at timestamptz not null
  )`,
  sql`create table cosignatures (
    checkpoint_id text not null references checkpoints,
    witness text not null,
    line text not null,
    cosigned_at timestamptz not null,
    primary key (checkpoint_id, witness)
  )`,
];
