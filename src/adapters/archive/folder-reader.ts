import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareByteOrder } from '../../core/byte-order.ts';
import { EvidenceError } from '../../core/error.ts';
import type { ArchiveLimits } from '../../domain/archive/limits.ts';
import { findPathFault } from '../../domain/archive/safe-path.ts';
import type { BundleEntry, BundleReader } from '../../domain/bundle/port.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * A folder laid out as an archive.
 *
 * `list` throws EvidenceError `ARCHIVE_UNSAFE` for links and special files, `ARCHIVE_BOMB` over the limits.
 */
export function openFolder(root: string, limits: ArchiveLimits): BundleReader {
  return {
    list: () => listFolder(root, limits),
    async *read(path) {
      if (findPathFault(path)) throw new EvidenceError('ARCHIVE_UNSAFE');
      // A file that became a link after it was listed is not followed. Windows has no such flag.
      const handle = await open(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      yield* handle.createReadStream({ highWaterMark: PIECE_BYTES });
    },
  };
}

async function listFolder(
  root: string,
  { maxEntries, maxTotalBytes }: ArchiveLimits,
): Promise<BundleEntry[]> {
  const entries: BundleEntry[] = [];
  let totalBytes = 0;
  let visited = 0;
  for await (const { path, isFolder } of walk(root, '')) {
    if (++visited > maxEntries) throw tooLarge();
    if (isFolder) continue;
    const { size } = await lstat(join(root, path));
    totalBytes += size;
    if (totalBytes > maxTotalBytes) throw tooLarge();
    entries.push({ path, sizeBytes: size });
  }
  return entries.sort((left, right) => compareByteOrder(left.path, right.path));
}

async function* walk(root: string, folder: string): AsyncGenerator<{ path: string; isFolder: boolean }> {
  for (const item of await readdir(join(root, folder), { withFileTypes: true })) {
    if (!item.isDirectory() && !item.isFile()) {
      throw new EvidenceError('ARCHIVE_UNSAFE', 'The folder is refused: it has a link or a special file.');
    }
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    yield { path, isFolder: item.isDirectory() };
    if (item.isDirectory()) yield* walk(root, path);
  }
}

const tooLarge = (): EvidenceError =>
  new EvidenceError('ARCHIVE_BOMB', 'The folder is refused: it has too many files or bytes.');
