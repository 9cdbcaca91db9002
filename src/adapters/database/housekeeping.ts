import type { PGlite } from '@electric-sql/pglite';

const INTERVAL_MS = 60_000;
/** Recovery after a crash replays at most about this much WAL: a tenth of a second. */
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024;
const VACUUM_AFTER_DEAD_ROWS = 2_000;

/**
 * Do what a Postgres server's background processes do. PGlite has none of them: left alone, its WAL is
 * never recycled and dead rows are never removed.
 *
 * @returns stop it.
 */
export function startHousekeeping(pglite: PGlite, onError: (error: unknown) => void): () => void {
  let checkpointed = 0;
  const round = async () => {
    await vacuum(pglite);
    const position = await walPosition(pglite);
    if (position - checkpointed < CHECKPOINT_AFTER_BYTES) return;
    await pglite.exec('checkpoint');
    checkpointed = position;
  };
  const timer = setInterval(() => void round().catch(onError), INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Remove dead rows, table by table: each one holds up the event loop only shortly. */
export async function vacuum(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where n_dead_tup > $1`,
    [VACUUM_AFTER_DEAD_ROWS],
  );
  for (const { name } of rows) await pglite.exec(`vacuum (analyze) ${name}`);
}

async function walPosition(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
  );
  return Number(rows[0]?.bytes ?? 0);
}
