import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { z } from 'zod';
import { fromHex, fromUtf8, toHex, utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);

const boxSchema = z.strictObject({
  schema: z.literal('affiant-encrypted/v1'),
  kdf: z.literal('scrypt-131072-8-1'),
  cipher: z.literal('aes-256-gcm'),
  salt: hex,
  iv: hex,
  tag: hex,
  ciphertext: hex,
});

/** 2^17 rounds of 1 KiB: 128 MiB and about a third of a second on a thread of the pool for each guess. */
const COST: ScryptOptions = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/**
 * Encrypt a text under a passphrase: scrypt and AES-256-GCM.
 *
 * @returns JSON, `{"schema":"affiant-encrypted/v1",…}`.
 * @see https://www.rfc-editor.org/rfc/rfc7914
 */
export async function sealBox(text: string, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), iv);
  const ciphertext = Buffer.concat([cipher.update(utf8(text)), cipher.final()]);
  const box: z.infer<typeof boxSchema> = {
    schema: 'affiant-encrypted/v1',
    kdf: 'scrypt-131072-8-1',
    cipher: 'aes-256-gcm',
    salt: toHex(salt),
    iv: toHex(iv),
    tag: toHex(cipher.getAuthTag()),
    ciphertext: toHex(ciphertext),
  };
  return `${JSON.stringify(box, null, 2)}\n`;
}

/** Whether a file's text is a box. */
export const isBox = (text: string): boolean => /^\s*\{\s*"schema":\s*"affiant-encrypted\//.test(text);

/** Decrypt a box. @throws EvidenceError `KEY_FILE_LOCKED` without the right passphrase, or when it is damaged. */
export async function openBox(box: string, passphrase: string | null): Promise<string> {
  if (passphrase === null)
    throw new EvidenceError('KEY_FILE_LOCKED', 'A key file is encrypted, and no passphrase is given.');
  try {
    const { salt, iv, tag, ciphertext } = boxSchema.parse(JSON.parse(box));
    const key = await deriveKey(passphrase, fromHex(salt));
    const decipher = createDecipheriv('aes-256-gcm', key, fromHex(iv), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(fromHex(tag));
    return fromUtf8(Buffer.concat([decipher.update(fromHex(ciphertext)), decipher.final()]));
  } catch (cause) {
    throw new EvidenceError('KEY_FILE_LOCKED', undefined, { cause });
  }
}

const deriveKey = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // One spelling of an accented letter, whatever keyboard it was typed on.
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
