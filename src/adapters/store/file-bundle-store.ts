import { mkdir, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../../domain/bundle/port.ts';
import type { DataFolder } from './data-folder.ts';
import { FOLDER_MODE, randomName, replaceByDraft, syncFolder } from './durable-files.ts';
import { assertEntryPath, isBundleId } from './entry-path.ts';
import { createFolderReader } from './folder-reader.ts';
import { createStagedBundle, moveToTrash } from './staged-bundle.ts';

/** Bundles on the local disk, each laid out in a folder as in its archive. */
export function createFileBundleStore(folders: DataFolder): BundleStore {
  const existing = async (bundleId: string): Promise<string | null> => {
    if (!isBundleId(bundleId)) return null;
    const folder = join(folders.bundles, bundleId);
    return (await isFolder(folder)) ? folder : null;
  };
  return {
    async stage(bundleId) {
      if (!isBundleId(bundleId)) throw new EvidenceError('ID_MALFORMED');
      return createStagedBundle(folders, bundleId);
    },
    async open(bundleId) {
      const folder = await existing(bundleId);
      return folder === null ? null : createFolderReader(folder);
    },
    async writeSeal(bundleId, path, bytes) {
      assertEntryPath(path);
      const folder = await existing(bundleId);
      if (folder === null) throw new EvidenceError('NOT_FOUND');
      await makeFoldersOf(path, folder);
      await replaceByDraft(join(folder, path), bytes, join(folders.staging, randomName(bundleId)));
    },
    async remove(bundleId) {
      if (!isBundleId(bundleId)) return;
      await moveToTrash(join(folders.bundles, bundleId), folders.trash);
      for (const folder of [folders.trash, folders.staging]) await removeDrafts(folder, bundleId);
    },
    async *listIds() {
      for await (const entry of await opendir(folders.bundles)) {
        if (entry.isDirectory() && isBundleId(entry.name)) yield entry.name;
      }
    },
  };
}

/** Make the folders of a file inside a bundle. The bundle itself is not made again if it was removed meanwhile. */
async function makeFoldersOf(path: string, bundle: string): Promise<void> {
  const parts = path.split('/').slice(0, -1);
  for (const depth of parts.keys()) {
    try {
      const above = join(bundle, ...parts.slice(0, depth));
      await mkdir(join(above, parts[depth] ?? ''), { mode: FOLDER_MODE });
      await syncFolder(above);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new EvidenceError('NOT_FOUND', undefined, { cause: error });
    }
  }
}

/** What dead processes left of a bundle: half removed, or half built. */
async function removeDrafts(folder: string, bundleId: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${bundleId}-`));
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

async function isFolder(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => null);
  return entry?.isDirectory() ?? false;
}
