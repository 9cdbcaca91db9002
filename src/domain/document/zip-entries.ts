/** Enough for the largest office file; a bomb of a million names is not walked. */
const MAX_ENTRIES = 4_000;
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const END_SIZE = 22;
/** The end record may be followed by a comment of 65,535 bytes. */
const END_SEARCH = END_SIZE + 65_535;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_HEADER_SIZE = 30;

/**
 * Names in the central directory of a ZIP file, the list that readers of office files go by.
 * Empty when the directory is missing or broken. Nothing is inflated.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.12, 4.3.16
 */
export function zipEntryNames(bytes: Uint8Array): ReadonlySet<string> {
  const file = asBuffer(bytes);
  const names = new Set<string>();
  const end = file.lastIndexOf(END_SIGNATURE);
  if (end < Math.max(0, file.length - END_SEARCH) || end + END_SIZE > file.length) return names;
  let offset = file.readUInt32LE(end + 16);
  while (offset + 46 <= file.length && names.size < MAX_ENTRIES) {
    if (file.readUInt32LE(offset) !== CENTRAL_SIGNATURE) break;
    const nameLength = file.readUInt16LE(offset + 28);
    names.add(file.toString('utf8', offset + 46, offset + 46 + nameLength));
    offset += 46 + nameLength + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32);
  }
  return names;
}

/**
 * Media type that an OpenDocument or EPUB file states in its first, stored entry `mimetype`; null without one.
 *
 * @see https://docs.oasis-open.org/office/OpenDocument/v1.3/os/part2-packages/OpenDocument-v1.3-os-part2-packages.html 3.3
 */
export function zipMimetype(bytes: Uint8Array): string | null {
  const head = asBuffer(bytes.subarray(0, 256));
  if (head.length < LOCAL_HEADER_SIZE || head.toString('latin1', LOCAL_HEADER_SIZE, 38) !== 'mimetype')
    return null;
  const start = 38 + head.readUInt16LE(28);
  const type = head.toString('latin1', start, start + head.readUInt32LE(18));
  return /^application\/[a-z0-9.+-]+$/.test(type) ? type : null;
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
