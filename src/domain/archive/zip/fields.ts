import { EvidenceError } from '../../../core/error.ts';

/** Little-endian reader over exactly these bytes. Its getters throw RangeError beyond the end. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @throws EvidenceError `DOCUMENT_CORRUPT` beyond 2^53. */
export function readUint64(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw corruptZip();
  return value;
}

/** The bytes are no whole ZIP. */
export const corruptZip = (cause?: unknown): EvidenceError =>
  new EvidenceError('DOCUMENT_CORRUPT', 'This is not a ZIP archive, or it is damaged.', { cause });

/** `reason` goes into the message: never text of the archive. */
export const unsafeZip = (reason: string): EvidenceError =>
  new EvidenceError('ARCHIVE_UNSAFE', `The archive is refused: ${reason}.`);

/** `reason` as in {@link unsafeZip}. */
export const zipBomb = (reason: string): EvidenceError =>
  new EvidenceError('ARCHIVE_BOMB', `The archive is refused: ${reason}.`);
