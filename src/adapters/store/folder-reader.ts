import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EvidenceError } from '../../core/error.ts';
import type { BundleEntry, BundleReader } from '../../domain/bundle/port.ts';
import { isEntryPath } from './entry-path.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * Read the files below `folder`. Nothing outside it is ever read: links are listed, as the foreign files
 * that they are, but not followed.
 */
export function createFolderReader(folder: string): BundleReader {
  return {
    list: async () => (await listFiles(folder, '')).sort(byPath),
    read: (path) => readFile(folder, path),
  };
}

async function listFiles(folder: string, prefix: string): Promise<BundleEntry[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const lists = await Promise.all(entries.map((entry) => listEntry(folder, prefix, entry)));
  return lists.flat();
}

async function listEntry(folder: string, prefix: string, entry: Dirent): Promise<BundleEntry[]> {
  const path = prefix + entry.name;
  if (entry.isDirectory()) return listFiles(folder, `${path}/`);
  const { size } = await lstat(join(folder, path));
  return [{ path, sizeBytes: size }];
}

const byPath = (left: BundleEntry, right: BundleEntry): number =>
  Buffer.compare(Buffer.from(left.path), Buffer.from(right.path));

async function* readFile(folder: string, path: string): AsyncGenerator<Uint8Array> {
  await using file = await openFile(folder, path);
  for (;;) {
    // A new buffer each time, since the consumer may keep the piece; not zeroed, since it is filled at once.
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(PIECE_BYTES), 0, PIECE_BYTES);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openFile(folder: string, path: string) {
  if (!isEntryPath(path)) throw new EvidenceError('NOT_FOUND');
  try {
    const target = join(folder, path);
    if ((await realpath(target)) !== join(await realpath(folder), path)) throw new EvidenceError('NOT_FOUND');
    const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (cause) {
    throw new EvidenceError('NOT_FOUND', undefined, { cause });
  }
  throw new EvidenceError('NOT_FOUND');
}
