import { join } from 'node:path';
import { z } from 'zod';
import { fromHex, toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { sha256Hex } from '../../core/schema.ts';
import { type KeyFilePlace, readPrivateFile, writePrivateFile } from '../keys/private-file.ts';

/** A seed has the form of a digest: 32 bytes in lower-case hex. */
const keyFile = z.strictObject({
  schema: z.literal('affiant-log-key/v1'),
  algorithm: z.literal('ed25519'),
  seed: sha256Hex,
});

/**
 * Read `keys/log-key.json`. One that is not encrypted is encrypted once there is a passphrase.
 *
 * @returns the Ed25519 seed, 32 bytes; null when there is no file.
 * @throws EvidenceError `KEY_FILE_LOCKED` without the right passphrase, `LOG_KEY_MISSING` when the file is damaged.
 */
export async function readLogKey(place: KeyFilePlace): Promise<Uint8Array | null> {
  try {
    const file = await readPrivateFile(keyPath(place), place.passphrase);
    if (!file) return null;
    const seed = fromHex(keyFile.parse(JSON.parse(file.text)).seed);
    if (!file.isEncrypted && place.passphrase !== null) await writeLogKey(place, seed);
    return seed;
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    throw new EvidenceError('LOG_KEY_MISSING', 'The file of the log key cannot be read.', { cause });
  }
}

/** Write `keys/log-key.json`, readable by its owner alone. */
export const writeLogKey = (place: KeyFilePlace, seed: Uint8Array): Promise<void> =>
  writePrivateFile(
    keyPath(place),
    `${JSON.stringify({ schema: 'affiant-log-key/v1', algorithm: 'ed25519', seed: toHex(seed) }, null, 2)}\n`,
    place.passphrase,
  );

const keyPath = ({ dataDir }: KeyFilePlace): string => join(dataDir, 'keys', 'log-key.json');
