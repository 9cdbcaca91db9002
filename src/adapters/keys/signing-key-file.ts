import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { EvidenceError } from '../../core/error.ts';

const storedKey = z.strictObject({
  key_id: z.string(),
  algorithm: z.literal('secp256k1-eip191'),
  signer_address: z.string(),
  created_at: z.string(),
  retired_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** 64 hex digits; null when it is given from outside or no longer kept. */
  private_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

const keyFile = z.strictObject({ schema: z.literal('affiant-signing-keys/v1'), keys: z.array(storedKey) });

/** A key in `keys/signing-keys.json`: what is published of it, and its private part. */
export type StoredKey = z.infer<typeof storedKey>;

/**
 * Read `keys/signing-keys.json`.
 *
 * @returns the keys, oldest first; none when there is no file.
 * @throws EvidenceError `SIGNING_KEY_MISSING` when the file is damaged: nothing must be signed by another
 *   key in silence.
 */
export async function readKeyFile(dataDir: string): Promise<readonly StoredKey[]> {
  try {
    return keyFile.parse(JSON.parse(await readFile(keyPath(dataDir), 'utf8'))).keys;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    const hint = 'Restore keys/signing-keys.json in the data folder from a backup.';
    throw new EvidenceError('SIGNING_KEY_MISSING', 'The file of signing keys cannot be read.', {
      cause,
      hint,
    });
  }
}

/** Replace `keys/signing-keys.json` in one durable step, readable by its owner alone. */
export async function writeKeyFile(dataDir: string, keys: readonly StoredKey[]): Promise<void> {
  const path = keyPath(dataDir);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  const text = JSON.stringify({ schema: 'affiant-signing-keys/v1', keys }, null, 2);
  {
    await using file = await open(draft, 'w', 0o600);
    await file.writeFile(`${text}\n`);
    await file.sync();
  }
  await rename(draft, path);
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}

const keyPath = (dataDir: string): string => join(dataDir, 'keys', 'signing-keys.json');
