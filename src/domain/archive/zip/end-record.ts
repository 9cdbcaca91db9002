import type { ByteSource } from '../byte-source.ts';
import { corruptZip, readUint64, unsafeZip, viewOf } from './fields.ts';

/** Where the central directory lies and how many entries it has. */
export interface ZipEnd {
  readonly entryCount: number;
  /** Offsets in the file, end exclusive. */
  readonly directoryStart: number;
  readonly directoryEnd: number;
}

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_BYTES = 20;
const ZIP64_RECORD_BYTES = 56;
const END_SIGNATURE = 0x06054b50;
const LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_SIGNATURE = 0x06064b50;

/**
 * Read the records behind the central directory.
 *
 * @throws EvidenceError `DOCUMENT_CORRUPT`; `ARCHIVE_UNSAFE` when something stands between the directory and them.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.14 to 4.3.16
 */
export async function readZipEnd(source: ByteSource): Promise<ZipEnd> {
  const tailBytes = Math.min(source.sizeBytes, LOCATOR_BYTES + END_RECORD_BYTES + MAX_COMMENT_BYTES);
  const tailStart = source.sizeBytes - tailBytes;
  const tail = viewOf(await source.read(tailStart, tailBytes));
  const at = findEndRecord(tail);
  const locator = at - LOCATOR_BYTES;
  const isZip64 = locator >= 0 && tail.getUint32(locator, true) === LOCATOR_SIGNATURE;
  const recordStart = isZip64 ? readUint64(tail, locator + 8) : tailStart + at;
  const end = isZip64 ? await readZip64Record(source, recordStart) : readEndRecord(tail, at);
  const recordsMeet = !isZip64 || recordStart + ZIP64_RECORD_BYTES === tailStart + locator;
  if (end.directoryEnd !== recordStart || !recordsMeet) throw unsafeZip('its directory is ambiguous');
  return end;
}

function findEndRecord(tail: DataView): number {
  let at = tail.byteLength - END_RECORD_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END_SIGNATURE) at--;
  // The comment ends with the file: a second end record inside it would show another program other files.
  if (at < 0 || at + END_RECORD_BYTES + tail.getUint16(at + 20, true) !== tail.byteLength) throw corruptZip();
  return at;
}

function readEndRecord(tail: DataView, at: number): ZipEnd {
  if (tail.getUint16(at + 4, true) !== 0) throw corruptZip(); // one of several disks
  const directoryStart = tail.getUint32(at + 16, true);
  return {
    entryCount: tail.getUint16(at + 10, true),
    directoryStart,
    directoryEnd: directoryStart + tail.getUint32(at + 12, true),
  };
}

async function readZip64Record(source: ByteSource, offset: number): Promise<ZipEnd> {
  const record = viewOf(await source.read(offset, ZIP64_RECORD_BYTES));
  if (record.getUint32(0, true) !== ZIP64_SIGNATURE || record.getUint32(16, true) !== 0) throw corruptZip();
  const directoryStart = readUint64(record, 48);
  return {
    entryCount: readUint64(record, 32),
    directoryStart,
    directoryEnd: directoryStart + readUint64(record, 40),
  };
}
