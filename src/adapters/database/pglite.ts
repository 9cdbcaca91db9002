import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFs } from './durable-node-fs.ts';

/** PGlite's own defaults, but durable and lean. */
const START_PARAMETERS = [
  // `-F` turns fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // `fdatasync` is a stub in Emscripten; `fsync` reaches the hook of DurableNodeFs.
  ...['-c', 'wal_sync_method=fsync'],
  // The default of 128 MB costs as much resident memory; the system's page cache serves as well.
  ...['-c', 'shared_buffers=16MB'],
  // How much WAL a checkpoint keeps for reuse.
  ...['-c', 'max_wal_size=64MB'],
];

/**
 * Open Postgres inside this process. Made at first use (some seconds), opened in a quarter of a second
 * afterwards.
 *
 * Whoever calls holds the lock of the data folder: two processes on one folder destroy it.
 */
export async function openPglite(folder: string): Promise<PGlite> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: START_PARAMETERS });
}
