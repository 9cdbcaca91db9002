import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../src/adapters/database/database.ts';
import { measureLog } from './bench/log-proofs.ts';
import { startPostgres } from './support/postgres.ts';
const count = Number(process.argv[2]);
for (const kind of process.argv.slice(3)) {
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-log-'));
  const pg = kind === 'postgres' ? await startPostgres() : null;
  const database = await openDatabase({ dataDir, databaseUrl: pg ? await pg.createDatabase() : null, onError: console.error });

  const h = monitorEventLoopDelay({ resolution: 5 }); h.enable();
  console.log(kind, await measureLog(database, count), 'loop p99/max ms', h.percentile(99) / 1e6, h.max / 1e6);
  await database.close(); await pg?.stop(); rmSync(dataDir, { recursive: true, force: true });
}
