import { equalBytes } from '../../../core/bytes.ts';
import type { ByteSource } from '../byte-source.ts';
import type { ZipEntry } from './entries.ts';
import { corruptZip, unsafeZip, viewOf, zipBomb } from './fields.ts';

const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;

/**
 * Where the packed bytes of each entry begin.
 *
 * Programs that read from the front go by the local headers: they must say the same as the directory, each about
 * bytes of its own.
 *
 * @param directoryStart no entry may reach beyond it.
 * @throws EvidenceError `ARCHIVE_UNSAFE`, `ARCHIVE_BOMB`, `DOCUMENT_CORRUPT`.
 */
export async function locateContents(
  source: ByteSource,
  entries: readonly ZipEntry[],
  directoryStart: number,
): Promise<ReadonlyMap<ZipEntry, number>> {
  const starts = new Map<ZipEntry, number>();
  let free = 0;
  for (const entry of [...entries].sort((left, right) => left.offset - right.offset)) {
    if (entry.offset < free) throw zipBomb('its entries overlap');
    const start = await readHeader(source, entry);
    free = start + entry.packedBytes;
    if (free > directoryStart) throw corruptZip();
    starts.set(entry, start);
  }
  return starts;
}

async function readHeader(source: ByteSource, { offset, name, method }: ZipEntry): Promise<number> {
  const header = viewOf(await source.read(offset, HEADER_BYTES));
  if (header.getUint32(0, true) !== HEADER_SIGNATURE) throw corruptZip();
  const nameBytes = header.getUint16(26, true);
  const localName = await source.read(offset + HEADER_BYTES, nameBytes);
  if (!equalBytes(localName, name) || header.getUint16(8, true) !== method)
    throw unsafeZip('an entry has two different headers');
  return offset + HEADER_BYTES + nameBytes + header.getUint16(28, true);
}
