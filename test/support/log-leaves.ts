import { sql } from 'kysely';
import type { Database } from '../../src/adapters/database/database.ts';
import { appendLeaf, lockLog } from '../../src/adapters/database/log-leaves.ts';
import { utf8 } from '../../src/core/bytes.ts';
import { leafHash } from '../../src/domain/merkle/hash.ts';

const CHUNK = 20_000;

/** Text of the leaf at `index` in a log that {@link appendLeaves} or {@link loadLeaves} made. */
export const leafText = (index: number): string => `{"n":${index},"t":"test"}`;

/** Its leaf hash. */
export const leafHashAt = (index: number): Uint8Array => leafHash(utf8(leafText(index)));

/** Append leaves as publications do, all in one transaction. */
export async function appendLeaves(database: Database, count: number): Promise<void> {
  await database.transaction(async (trx) => {
    await lockLog(trx);
    const { last } = await trx
      .selectFrom('log_leaves')
      .select((select) => select.fn.max('leaf_index').as('last'))
      .executeTakeFirstOrThrow();
    const next = last === null ? 0 : Number(last) + 1;
    for (let index = next; index < next + count; index++) {
      await appendLeaf(trx, { text: leafText(index), kind: 'test', bundleId: null });
    }
  });
}

/** Fill an empty log with many leaves, hashed by the database: for sizes at which {@link appendLeaves} takes minutes. */
export async function loadLeaves(database: Database, count: number): Promise<void> {
  for (let start = 0; start < count; start += CHUNK) {
    const last = Math.min(count, start + CHUNK) - 1;
    await database.query((db) =>
      sql`
        insert into log_leaves (leaf_index, leaf_hash, entry, kind)
        select n, sha256('\\x00'::bytea || convert_to(entry, 'UTF8')), entry, 'test'
        from generate_series(${sql.lit(start)}::bigint, ${sql.lit(last)}::bigint) n,
        lateral (select format('{"n":%s,"t":"test"}', n) as entry) texts`.execute(db),
    );
  }
  await database.query((db) => sql`analyze log_leaves`.execute(db));
}
