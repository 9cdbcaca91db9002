import { sql, type Transaction } from 'kysely';
import { utf8 } from '../../core/bytes.ts';
import { leafHash } from '../../domain/merkle/hash.ts';
import type { Schema } from './schema.ts';

/** One number for all processes on a server; any constant does. */
const LOG_LOCK = 0x61666c6f67;

/**
 * Wait until no other transaction appends to the log. Held until the end of the transaction: leaf
 * indexes are dense only because a later one is chosen after an earlier one committed.
 */
export async function lockLog(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOG_LOCK})`.execute(trx);
}

/** An entry of the log (evidence-format.md 6). */
export interface LogEntry {
  /** RFC 8785 text. */
  readonly text: string;
  /** Its member `t`. */
  readonly kind: string;
  readonly bundleId: string | null;
}

/** Append a leaf under {@link lockLog}. @returns its index. */
export async function appendLeaf(trx: Transaction<Schema>, entry: LogEntry): Promise<number> {
  const { next } = await trx
    .selectFrom('log_leaves')
    .select(sql<string | number>`coalesce(max(leaf_index) + 1, 0)`.as('next'))
    .executeTakeFirstOrThrow();
  const leafIndex = Number(next);
  await trx
    .insertInto('log_leaves')
    .values({
      leaf_index: leafIndex,
      leaf_hash: leafHash(utf8(entry.text)),
      entry: entry.text,
      kind: entry.kind,
      bundle_id: entry.bundleId,
    })
    .execute();
  return leafIndex;
}
