import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { createApiKeyRepository } from '../../../src/adapters/database/api-key-repository.ts';
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { copyEmbeddedTemplate } from '../../support/embedded-template.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'affiant-durability-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const child = new URL('insert-until-killed.ts', import.meta.url).pathname;

/** @returns ids whose commits were acknowledged before the process was killed. */
async function insertAndKill(acknowledgements: number): Promise<string[]> {
  const inserting = spawn(process.execPath, [child, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  for await (const id of createInterface(inserting.stdout)) {
    acknowledged.push(id);
    if (acknowledged.length === acknowledgements) inserting.kill('SIGKILL');
  }
  if (inserting.exitCode === null && inserting.signalCode === null) await once(inserting, 'exit');
  return acknowledged;
}

it('loses no acknowledged commit when the process is killed in the middle of inserts', {
  timeout: 120_000,
}, async () => {
  await copyEmbeddedTemplate(dataDir);
  const acknowledged = new Set<string>();
  for (const count of [3, 17, 60]) for (const id of await insertAndKill(count)) acknowledged.add(id);
  const database = await openDatabase({ dataDir, databaseUrl: null, onError: () => {} });
  const stored = new Set((await createApiKeyRepository(database).list()).map(({ id }) => id));
  await database.close();
  expect(acknowledged.size).toBeGreaterThanOrEqual(80);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
});

it('syncs the disk on every commit', { timeout: 60_000 }, async () => {
  const original = fs.fdatasyncSync;
  let syncs = 0;
  fs.fdatasyncSync = (descriptor) => {
    syncs += 1;
    original(descriptor);
  };
  syncBuiltinESMExports();
  try {
    const database = await openDatabase({ dataDir, databaseUrl: null, onError: () => {} });
    const keys = createApiKeyRepository(database);
    const before = syncs;
    const record = {
      secretSha256: 'a'.repeat(64),
      plan: 'free',
      email: null,
      state: 'active' as const,
      createdAt: new Date(),
    };
    for (let index = 0; index < 10; index++) await keys.create({ id: `synced-${index}`, ...record });
    expect(syncs - before).toBeGreaterThanOrEqual(10);
    await database.close();
  } finally {
    fs.fdatasyncSync = original;
    syncBuiltinESMExports();
  }
});
