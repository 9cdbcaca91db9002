import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WrittenFile } from '../../domain/bundle/port.ts';

const PIECE_BYTES = 1024 * 1024;
const FILE_MODE = 0o600;
/** For their owner alone: captured pages, and answers with secrets, are nobody else's business. */
export const FOLDER_MODE = 0o700;

/** Make a folder and those above it, for their owner alone. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** Make the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** {@link syncFolder} for a folder and all below it. */
export async function syncFolders(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(path, entry.name));
  }
  await syncFolder(path);
}

/**
 * Write a file and make its bytes durable; its folder stays to be synced. Hashes on the way, in pieces of
 * 1 MiB with a write between them, so that the event loop never waits for more than one.
 */
export async function writeFile(path: string, bytes: Uint8Array): Promise<WrittenFile> {
  await makeFolder(dirname(path));
  await using file = await open(path, 'w', FILE_MODE);
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    hash.update(piece);
    await writePiece(file, piece);
  }
  await file.sync();
  return { sha256: hash.digest('hex'), sizeBytes: bytes.length };
}

/** Replace a file in one step: readers see the old bytes or the new ones. `tmp` is on the same disk. */
export async function replaceFile(path: string, bytes: Uint8Array, tmp: string): Promise<void> {
  await makeFolder(dirname(path));
  await replaceByDraft(path, bytes, join(tmp, randomName('draft')));
}

/**
 * {@link replaceFile} in a folder that must be there.
 *
 * @param draft where the bytes are written first: a name that nobody else chooses, on the same disk.
 */
export async function replaceByDraft(path: string, bytes: Uint8Array, draft: string): Promise<void> {
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A name that nobody else chooses. */
export const randomName = (prefix: string): string => `${prefix}-${randomBytes(8).toString('hex')}`;

/** A write may take fewer bytes than it was given. */
async function writePiece(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let rest = piece; rest.length > 0; ) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}
