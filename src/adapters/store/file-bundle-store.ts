import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../../domain/bundle/port.ts';
import type { DataFolder } from './data-folder.ts';
import { replaceFile } from './durable-files.ts';
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
      await replaceFile(join(folder, path), bytes, folders.staging);
    },
    async remove(bundleId) {
      if (isBundleId(bundleId)) await moveToTrash(join(folders.bundles, bundleId), folders.trash);
    },
    async *listIds() {
      for await (const entry of await opendir(folders.bundles)) {
        if (entry.isDirectory() && isBundleId(entry.name)) yield entry.name;
      }
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => null);
  return entry?.isDirectory() ?? false;
}
