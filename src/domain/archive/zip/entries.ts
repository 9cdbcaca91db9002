import { corruptZip, readUint64, viewOf } from './fields.ts';

/** A file or folder as the central directory of a ZIP states it. */
export interface ZipEntry {
  /** Bytes of the name as they stand. */
  readonly name: Uint8Array;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Of its local header. */
  readonly offset: number;
  /** The system that made it: 3 is Unix. */
  readonly madeBy: number;
  /** On Unix: the mode in the upper half. */
  readonly attributes: number;
  readonly extraFields: readonly ExtraField[];
}

interface ExtraField {
  readonly id: number;
  readonly bytes: Uint8Array;
}

const ENTRY_BYTES = 46;
const ENTRY_SIGNATURE = 0x02014b50;
const ZIP64_FIELD = 0x0001;
const STANDS_IN_ZIP64 = 0xffffffff;

/**
 * The entries of a central directory.
 *
 * @param directory its bytes, nothing before and nothing after.
 * @throws EvidenceError `DOCUMENT_CORRUPT`, RangeError when a record is cut off.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.12
 */
export function parseEntries(directory: Uint8Array): ZipEntry[] {
  const view = viewOf(directory);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length; ) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw corruptZip();
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > directory.length) throw corruptZip();
    const extraFields = parseExtraFields(directory.subarray(nameEnd, extraEnd));
    entries.push({
      name: directory.subarray(at + ENTRY_BYTES, nameEnd),
      madeBy: view.getUint8(at + 5),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      attributes: view.getUint32(at + 38, true),
      extraFields,
      ...parsePlace(view, at, extraFields),
    });
    at = end;
  }
  return entries;
}

function parsePlace(view: DataView, at: number, extraFields: readonly ExtraField[]) {
  // The ZIP64 field holds, in this order, only what does not fit its own place.
  const zip64 = viewOf(extraFields.find(({ id }) => id === ZIP64_FIELD)?.bytes ?? new Uint8Array());
  let used = 0;
  const read = (place: number): number => {
    const value = view.getUint32(at + place, true);
    if (value !== STANDS_IN_ZIP64) return value;
    used += 8;
    return readUint64(zip64, used - 8);
  };
  return { sizeBytes: read(24), packedBytes: read(20), offset: read(42) };
}

function parseExtraFields(bytes: Uint8Array): ExtraField[] {
  const view = viewOf(bytes);
  const fields: ExtraField[] = [];
  // Some programs leave up to three bytes behind the last field.
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > bytes.length) throw corruptZip();
    fields.push({ id: view.getUint16(at, true), bytes: bytes.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}
