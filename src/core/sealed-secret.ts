import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypt a secret that must lie on disk (source headers of a job, secret of a webhook, an event that
 * quotes a document): AES-256-GCM, nonce ‖ ciphertext ‖ tag.
 *
 * @param key 32 bytes, kept outside the database and the files that hold such secrets.
 * @param holderId id of what it belongs to, bound as associated data: it cannot be given to another one.
 */
export function encryptSecret(key: Uint8Array, holderId: string, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(holderId));
  return new Uint8Array(Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
}

/** Inverse of {@link encryptSecret}. @throws Error when key, holder or bytes are other ones. */
export function decryptSecret(key: Uint8Array, holderId: string, sealed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(
    Buffer.from(holderId),
  );
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  return new Uint8Array(plain);
}
