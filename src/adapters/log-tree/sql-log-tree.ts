import { createLogTree, type LogTree } from '../../domain/log/tree-reader.ts';
import type { Database } from '../database/database.ts';
import { withLogTables } from './log-schema.ts';
import { createTreeStore } from './tree-store.ts';

/** The log's tree in SQL, for sizes up to the newest checkpoint's. */
export const createSqlLogTree = (database: Database): LogTree =>
  createLogTree(createTreeStore((work) => database.query((db) => work(withLogTables(db)))));
