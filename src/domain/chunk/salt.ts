import { createHmac } from 'node:crypto';

const SALT_HEX_DIGITS = 32;

/**
 * The salts of a bundle's chunks by index, 16 bytes in hex each: HKDF-SHA-256 of the bundle's secret with info
 * `affiant-chunk-salt/v1:<index>` and no salt of its own.
 *
 * One chunk can be shown with its proof while its neighbours stay unguessable. The secret need not be
 * kept: the salts stand in `chunks.json`.
 *
 * @param secret 32 random bytes of this bundle.
 * @see evidence-format.md 4
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function createChunkSalts(secret: Uint8Array): (index: number) => string {
  // Extracted once and expanded by hand: `hkdfSync` does both each time, tenfold the work for a long text.
  const key = createHmac('sha256', new Uint8Array(32)).update(secret).digest();
  return (index) =>
    createHmac('sha256', key)
      .update(`affiant-chunk-salt/v1:${index}\x01`)
      .digest('hex')
      .slice(0, SALT_HEX_DIGITS);
}
