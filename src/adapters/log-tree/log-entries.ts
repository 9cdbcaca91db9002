import type { Selectable } from 'kysely';
import type { LogEntries, LoggedEntry } from '../../domain/checkpoint/port.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

const COLUMNS = ['leaf_index', 'leaf_hash', 'entry'] as const;

/** Entries of the log in SQL. */
export const createLogEntries = (database: Database): LogEntries => ({
  async ofBundle(ownerId, bundleId) {
    const row = await database.query((db) =>
      db
        .selectFrom('bundles')
        .innerJoin('log_leaves', 'log_leaves.leaf_index', 'bundles.log_index')
        .select(COLUMNS)
        .where('bundles.bundle_id', '=', bundleId)
        .where('bundles.owner_id', '=', ownerId)
        .executeTakeFirst(),
    );
    return row ? toEntry(row) : null;
  },
  async ofLeafHash(leafHash) {
    const row = await database.query((db) =>
      db
        .selectFrom('log_leaves')
        .select(COLUMNS)
        .where('leaf_hash', '=', leafHash)
        .orderBy('leaf_index')
        .limit(1)
        .executeTakeFirst(),
    );
    return row ? toEntry(row) : null;
  },
});

const toEntry = (row: Pick<Selectable<Schema['log_leaves']>, (typeof COLUMNS)[number]>): LoggedEntry => ({
  leafIndex: Number(row.leaf_index),
  leafHash: new Uint8Array(row.leaf_hash),
  text: row.entry,
});
