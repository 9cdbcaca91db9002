import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openPglite } from './pglite.ts';

/** `absent`: the embedded database is made at the first start. */
export type DatabaseProbe = 'open' | 'absent';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Whether the database opens, without changing anything in it.
 *
 * Whoever calls for an embedded one holds the lock of the data folder.
 *
 * @throws unknown the database's own error when it does not open.
 */
export async function probeDatabase(dataDir: string, databaseUrl: string | null): Promise<DatabaseProbe> {
  if (databaseUrl !== null) return probeServer(databaseUrl);
  const folder = join(dataDir, 'pg');
  if (!(await exists(join(folder, 'PG_VERSION')))) return 'absent';
  const pglite = await openPglite(folder);
  await pglite.close();
  return 'open';
}

async function probeServer(connectionString: string): Promise<'open'> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    await client.query('select 1');
    return 'open';
  } finally {
    await client.end();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
