import { readFile } from 'node:fs/promises';
import { EvidenceError } from '../../core/error.ts';

/** A secret that an operator gives in a variable, or in the file that a second variable names. */
export interface SecretSetting {
  /** e.g. `AFFIANT_SIGNING_KEY`; its file is named by `AFFIANT_SIGNING_KEY_FILE`. */
  readonly name: string;
  readonly value: string | undefined;
  readonly file: string | undefined;
}

/**
 * Read a secret setting. One newline at the end of the file does not belong to it.
 *
 * @returns null when neither is given.
 * @throws EvidenceError `REQUEST_INVALID` when both are, or the file is empty or cannot be read.
 */
export async function readSecretSetting({ name, value, file }: SecretSetting): Promise<string | null> {
  if (value !== undefined && file !== undefined)
    throw new EvidenceError('REQUEST_INVALID', `Set ${name} or ${name}_FILE, not both.`);
  if (file === undefined) return value ?? null;
  try {
    const text = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
    if (text !== '') return text;
  } catch (cause) {
    throw new EvidenceError('REQUEST_INVALID', `The file that ${name}_FILE names cannot be read.`, { cause });
  }
  throw new EvidenceError('REQUEST_INVALID', `The file that ${name}_FILE names is empty.`);
}
