import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zipArchiveWriter } from '../../src/adapters/archive/zip-writer.ts';
import { type BundleMap, readerOf } from './memory-bundle.ts';

/** Lay files out as a folder. */
export async function writeFolder(folder: string, files: BundleMap): Promise<void> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/** The bytes of the archive of these files. */
export async function zipOf(files: BundleMap): Promise<Buffer> {
  return buffer((await zipArchiveWriter.write(readerOf(files))).stream());
}
