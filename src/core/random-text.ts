import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `length` random characters of `A-Za-z0-9`, just under 6 bits each. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes of 248 and more are thrown away, so that each character is equally likely.
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
}
