import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EvidenceError } from '../../core/error.ts';
import { isMissing } from '../../core/is-missing.ts';
import type { StagedBundle } from '../../domain/bundle/port.ts';
import type { DataFolder } from './data-folder.ts';
import { randomName, syncFolder, syncFolders, writeFile } from './durable-files.ts';
import { assertEntryPath } from './entry-path.ts';

/** A bundle being built in `tmp/staging/<id>-<random>/`. */
export function createStagedBundle(folders: DataFolder, bundleId: string): StagedBundle {
  const draft = join(folders.staging, randomName(bundleId));
  let isOpen = true;
  return {
    async write(path, bytes) {
      if (!isOpen) throw new EvidenceError('INTERNAL', 'The bundle is published or discarded already.');
      assertEntryPath(path);
      return writeFile(join(draft, path), bytes);
    },
    async publish(fence = async () => {}) {
      await syncFolders(draft);
      await fence();
      const target = join(folders.bundles, bundleId);
      // An orphan: its publication died between the rename and the commit.
      const orphan = await moveAway(target, folders.trash);
      await rename(draft, target);
      isOpen = false;
      await syncFolder(folders.bundles);
      if (orphan !== null) await rm(orphan, { recursive: true, force: true });
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      await rm(draft, { recursive: true, force: true });
    },
  };
}

/** Make a folder vanish in one step, then remove what is in it. It keeps its name as a prefix. Absent is fine. */
export async function moveToTrash(path: string, trash: string): Promise<void> {
  const away = await moveAway(path, trash);
  if (away === null) return;
  await syncFolder(dirname(path));
  await rm(away, { recursive: true, force: true });
}

/** @returns where the folder is now; null when there was none. */
async function moveAway(path: string, trash: string): Promise<string | null> {
  const away = join(trash, randomName(basename(path)));
  try {
    await rename(path, away);
    return away;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
