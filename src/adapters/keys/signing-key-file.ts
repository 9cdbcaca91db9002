import { join } from 'node:path';
import { z } from 'zod';
import { fromHex, toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { type KeyFilePlace, readPrivateFile, writePrivateFile } from './private-file.ts';

const storedKey = z.strictObject({
  key_id: z.string(),
  algorithm: z.literal('secp256k1-eip191'),
  signer_address: z.string(),
  created_at: z.string(),
  private_key: z.string().regex(/^[0-9a-f]{64}$/),
});

const keyFile = z.strictObject({ schema: z.literal('affiant-signing-keys/v1'), keys: z.array(storedKey) });

/** A private key and when it was made. Whether it is in force, the database knows. */
export interface HeldKey {
  readonly keyId: string;
  /** EIP-55. */
  readonly signerAddress: string;
  readonly createdAt: Date;
  /** 32 bytes. */
  readonly privateKey: Uint8Array;
}

/**
 * Read `keys/signing-keys.json`. One that is not encrypted is encrypted once there is a passphrase.
 *
 * @returns the keys, oldest first; none when there is no file.
 * @throws EvidenceError `KEY_FILE_LOCKED` without the right passphrase, `SIGNING_KEY_MISSING` when the file is
 *   damaged: nothing must be signed by another key in silence.
 */
export async function readKeyFile(place: KeyFilePlace): Promise<readonly HeldKey[]> {
  try {
    const file = await readPrivateFile(keyPath(place), place.passphrase);
    if (!file) return [];
    const keys = keyFile.parse(JSON.parse(file.text)).keys.map(toHeldKey);
    if (!file.isEncrypted && place.passphrase !== null) await writeKeyFile(place, keys);
    return keys;
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    const hint = 'Restore keys/signing-keys.json in the data folder from a backup.';
    throw new EvidenceError('SIGNING_KEY_MISSING', 'The file of signing keys cannot be read.', {
      cause,
      hint,
    });
  }
}

/** Replace `keys/signing-keys.json` in one durable step, readable by its owner alone. */
export function writeKeyFile(place: KeyFilePlace, keys: readonly HeldKey[]): Promise<void> {
  const content: z.infer<typeof keyFile> = { schema: 'affiant-signing-keys/v1', keys: keys.map(toStored) };
  return writePrivateFile(keyPath(place), `${JSON.stringify(content, null, 2)}\n`, place.passphrase);
}

const keyPath = ({ dataDir }: KeyFilePlace): string => join(dataDir, 'keys', 'signing-keys.json');

const toStored = ({ keyId, signerAddress, createdAt, privateKey }: HeldKey): z.infer<typeof storedKey> => ({
  key_id: keyId,
  algorithm: 'secp256k1-eip191',
  signer_address: signerAddress,
  created_at: createdAt.toISOString(),
  private_key: toHex(privateKey),
});

const toHeldKey = (key: z.infer<typeof storedKey>): HeldKey => ({
  keyId: key.key_id,
  signerAddress: key.signer_address,
  createdAt: new Date(key.created_at),
  privateKey: fromHex(key.private_key),
});
