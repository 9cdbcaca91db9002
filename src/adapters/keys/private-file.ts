import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '../../core/is-missing.ts';
import { isBox, openBox, sealBox } from './passphrase-box.ts';

/** Where key files lie, and under which passphrase. */
export interface KeyFilePlace {
  /** They are in its folder `keys`. */
  readonly dataDir: string;
  /** Null: they are not encrypted. */
  readonly passphrase: string | null;
}

/** What a private file holds. */
export interface PrivateText {
  readonly text: string;
  readonly isEncrypted: boolean;
}

/**
 * Read a private file, decrypted where it is encrypted.
 *
 * @returns null when there is none.
 * @throws EvidenceError `KEY_FILE_LOCKED` without the right passphrase; Node's own error when it cannot be read.
 */
export async function readPrivateFile(path: string, passphrase: string | null): Promise<PrivateText | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  return isBox(text)
    ? { text: await openBox(text, passphrase), isEncrypted: true }
    : { text, isEncrypted: false };
}

/**
 * Replace a file in one durable step, readable by its owner alone, and encrypted where there is a passphrase.
 * Its folder is made where it is missing.
 */
export async function writePrivateFile(path: string, text: string, passphrase: string | null): Promise<void> {
  const content = passphrase === null ? text : await sealBox(text, passphrase);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  {
    await using file = await open(draft, 'w', 0o600);
    await file.writeFile(content);
    await file.sync();
  }
  await rename(draft, path);
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}
