import { fromHex } from '../../core/bytes.ts';
import { encodeDer, TAG } from './der.ts';

/** AlgorithmIdentifier of SHA-256, with the NULL that older authorities insist on. */
const SHA256 = fromHex('300d06096086480165030402010500');

/**
 * A `TimeStampReq` for a SHA-256 digest that asks for the signer's certificate.
 *
 * @param nonce content of a positive DER integer: see {@link positiveNonce}.
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-2.4.1
 */
export const encodeTimestampRequest = (sha256: Uint8Array, nonce: Uint8Array): Uint8Array =>
  encodeDer(
    TAG.sequence,
    encodeDer(TAG.integer, Uint8Array.of(1)),
    encodeDer(TAG.sequence, SHA256, encodeDer(TAG.octetString, sha256)),
    encodeDer(TAG.integer, nonce),
    encodeDer(TAG.boolean, Uint8Array.of(0xff)),
  );

/** Random bytes as the content of a positive integer in its shortest form: the first one from 0x40 to 0x7f. */
export function positiveNonce(random: Uint8Array): Uint8Array {
  const nonce = new Uint8Array(random);
  nonce[0] = ((random[0] ?? 0) & 0x3f) | 0x40;
  return nonce;
}
