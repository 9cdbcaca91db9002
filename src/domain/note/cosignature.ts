import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, utf8 } from '../../core/bytes.ts';

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/**
 * What a witness signs: its time and the whole text of the checkpoint.
 *
 * ```
 * cosignature/v1
 * time 1679315147
 * example.com/log
 * 20852163
 * CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 * ```
 * @see https://c2sp.org/tlog-cosignature
 */
const cosignedMessage = (time: bigint, text: string): Uint8Array =>
  utf8(`cosignature/v1\ntime ${time}\n${text}`);

/**
 * Cosign a checkpoint as a witness.
 *
 * @param at cut to whole seconds.
 * @returns 8 bytes of time, big endian, and 64 of Ed25519.
 */
export function makeCosignature(text: string, seed: Uint8Array, at: Date): Uint8Array {
  const time = BigInt(Math.floor(at.getTime() / 1000));
  return concatBytes(encodeTime(time), ed25519.sign(cosignedMessage(time, text), seed));
}

/** When the witness says that it saw the text, if its cosignature is good; else null. */
export function verifyCosignature(text: string, cosignature: Uint8Array, publicKey: Uint8Array): Date | null {
  if (cosignature.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = new DataView(cosignature.buffer, cosignature.byteOffset).getBigUint64(0);
  const at = new Date(Number(time) * 1000);
  if (Number.isNaN(at.getTime())) return null;
  const signature = cosignature.subarray(TIME_BYTES);
  return ed25519.verify(signature, cosignedMessage(time, text), publicKey, { zip215: false }) ? at : null;
}

function encodeTime(time: bigint): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, time);
  return bytes;
}
