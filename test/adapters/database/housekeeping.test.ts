import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startHousekeeping, vacuum } from '../../../src/adapters/database/housekeeping.ts';
import { openPglite } from '../../../src/adapters/database/pglite.ts';

const folder = mkdtempSync(join(tmpdir(), 'affiant-housekeeping-'));
let pglite: PGlite;
beforeAll(async () => {
  pglite = await openPglite(folder);
  await pglite.exec('create table filler (id int, text text)');
});
afterAll(async () => {
  await pglite.close();
  rmSync(folder, { recursive: true, force: true });
});

const fill = () =>
  pglite.query(`insert into filler select id, repeat('x', 1000) from generate_series(1, 24000) id`);
const walFiles = () =>
  readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;

it('makes room of deleted rows usable again', async () => {
  await fill();
  await pglite.query('delete from filler');
  await vacuum(pglite);
  const { rows } = await pglite.query<{ dead: number }>(
    `select n_dead_tup::int as dead from pg_stat_user_tables where relname = 'filler'`,
  );
  expect(rows[0]?.dead).toBe(0);
});

it('keeps the write-ahead log small', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const errors: unknown[] = [];
  const stop = startHousekeeping(pglite, (error) => errors.push(error));
  try {
    for (let round = 0; round < 6; round++) {
      await fill();
      vi.advanceTimersByTime(60_000);
      // Queries run one after another: this one comes back after the checkpoint.
      await pglite.query('select 1');
    }
    await vi.waitFor(() => expect(walFiles()).toBeLessThanOrEqual(6), { timeout: 5_000 });
    expect(errors).toEqual([]);
  } finally {
    stop();
    vi.useRealTimers();
  }
});
