import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fromHex, toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { sha256Hex } from '../../core/schema.ts';
import { writePrivateFile } from '../keys/private-file.ts';

/** A seed has the form of a digest: 32 bytes in lower-case hex. */
const keyFile = z.strictObject({
  schema: z.literal('affiant-log-key/v1'),
  algorithm: z.literal('ed25519'),
  seed: sha256Hex,
});

/**
 * Read `keys/log-key.json`.
 *
 * @returns the Ed25519 seed, 32 bytes; null when there is no file.
 * @throws EvidenceError `LOG_KEY_MISSING` when the file is damaged.
 */
export async function readLogKey(dataDir: string): Promise<Uint8Array | null> {
  try {
    return fromHex(keyFile.parse(JSON.parse(await readFile(keyPath(dataDir), 'utf8'))).seed);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new EvidenceError('LOG_KEY_MISSING', 'The file of the log key cannot be read.', { cause });
  }
}

/** Write `keys/log-key.json`, readable by its owner alone. */
export const writeLogKey = (dataDir: string, seed: Uint8Array): Promise<void> =>
  writePrivateFile(
    keyPath(dataDir),
    `${JSON.stringify({ schema: 'affiant-log-key/v1', algorithm: 'ed25519', seed: toHex(seed) }, null, 2)}\n`,
  );

const keyPath = (dataDir: string): string => join(dataDir, 'keys', 'log-key.json');
