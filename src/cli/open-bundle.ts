import { stat } from 'node:fs/promises';
import { openFolder } from '../adapters/archive/folder-reader.ts';
import { openZip } from '../adapters/archive/zip-reader.ts';
import { EvidenceError } from '../core/error.ts';
import { LOCAL_LIMITS } from '../domain/archive/limits.ts';
import type { BundleReader } from '../domain/bundle/port.ts';

/**
 * Use a bundle on disk: an archive, or a folder laid out as one.
 *
 * @throws EvidenceError `NOT_FOUND`, `ARCHIVE_UNSAFE`, `ARCHIVE_BOMB`, `DOCUMENT_CORRUPT`, and what `use` throws.
 */
export async function useBundle<T>(path: string, use: (reader: BundleReader) => Promise<T>): Promise<T> {
  if (await isFolder(path)) return use(openFolder(path, LOCAL_LIMITS));
  const archive = await openZip(path, LOCAL_LIMITS);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw new EvidenceError('NOT_FOUND', 'There is no such archive or folder.', {
      cause,
      hint: 'Give the path of an archive (.zip) or of the folder it was unpacked to.',
    });
  }
}
