import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileBundleStore } from '../../../src/adapters/store/file-bundle-store.ts';
import { createId } from '../../../src/core/id.ts';
import { readWhole } from '../../../src/domain/bundle/read-whole.ts';

const root = mkdtempSync(join(tmpdir(), 'affiant-kill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const child = new URL('publish-until-killed.ts', import.meta.url).pathname;
const FILES = ['artifacts/a', 'artifacts/b/c', 'manifest.json', 'seals/d', 'signature.json'];

/** @returns ids whose publication was acknowledged. */
async function publishAndKill(reused: string, lifetimeMs: number): Promise<string[]> {
  const publishing = spawn(process.execPath, [child, root, reused], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface(publishing.stdout)) {
    lines.push(line);
    if (line === 'ready') void delay(lifetimeMs).then(() => publishing.kill('SIGKILL'));
  }
  if (publishing.signalCode === null) await once(publishing, 'exit');
  return lines.slice(1);
}

it('shows whole bundles only, whenever the process is killed', { timeout: 120_000 }, async () => {
  const reused = createId('ev');
  const acknowledged = new Set<string>();
  for (let trial = 0; trial < 8; trial++) {
    for (const id of await publishAndKill(reused, 5 + Math.random() * 60))
      if (id !== reused) acknowledged.add(id);
    const folders = await prepareDataFolder(root, false);
    expect(readdirSync(folders.staging)).toEqual([]);
    expect(readdirSync(folders.trash)).toEqual([]);
    const store = createFileBundleStore(folders);
    const ids: string[] = [];
    for await (const id of store.listIds()) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining([...acknowledged]));
    for (const id of ids) {
      const reader = await store.open(id);
      expect((await reader?.list())?.map(({ path }) => path)).toEqual(FILES);
      for (const path of FILES) {
        const bytes = await readWhole(reader!.read(path), 1_000_000);
        expect(new TextDecoder().decode(bytes) === `${path} of ${id}`.repeat(2_000)).toBe(true);
      }
    }
  }
});
