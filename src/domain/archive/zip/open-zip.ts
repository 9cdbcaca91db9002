import { compareByteOrder } from '../../../core/byte-order.ts';
import { EvidenceError } from '../../../core/error.ts';
import type { BundleReader } from '../../bundle/port.ts';
import type { ByteSource } from '../byte-source.ts';
import type { ArchiveLimits } from '../limits.ts';
import { readZipEnd, type ZipEnd } from './end-record.ts';
import { parseEntries, type ZipEntry } from './entries.ts';
import { corruptZip, unsafeZip, zipBomb } from './fields.ts';
import { judgeEntries, STORED } from './judge-entries.ts';
import { locateContents } from './local-headers.ts';

/** Unpacks raw DEFLATE; the platform's own. Ends with an error when the stream is damaged. */
export type Inflate = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Bytes of a directory for each entry at most: a name of 255 characters and ordinary extra fields fit. */
const MAX_ENTRY_BYTES = 2048;
const PIECE_BYTES = 256 * 1024;

/**
 * Open a ZIP for random access: its directory is read and judged, no file is. Memory is constant in the size of
 * the files. Needs nothing of Node: the web page uses it too.
 *
 * @throws EvidenceError `ARCHIVE_UNSAFE`: duplicate names (also by case), `..`, absolute paths, links, encrypted or
 *   ambiguous entries · `ARCHIVE_BOMB`: over the limits, or overlapping entries · `DOCUMENT_CORRUPT`: not a whole ZIP.
 */
export async function openZip(
  source: ByteSource,
  inflate: Inflate,
  limits: ArchiveLimits,
): Promise<BundleReader> {
  try {
    const end = await readZipEnd(source);
    if (end.entryCount > limits.maxEntries) throw zipBomb('it has too many entries');
    const entries = await readEntries(source, end, limits);
    const files = judgeEntries(entries, limits);
    const starts = await locateContents(source, entries, end.directoryStart);
    return toReader(files, (entry) => unpack(source, inflate, { entry, start: starts.get(entry) ?? 0 }));
  } catch (error) {
    throw error instanceof EvidenceError ? error : corruptZip(error);
  }
}

async function readEntries(source: ByteSource, end: ZipEnd, limits: ArchiveLimits): Promise<ZipEntry[]> {
  const sizeBytes = end.directoryEnd - end.directoryStart;
  if (sizeBytes > limits.maxEntries * MAX_ENTRY_BYTES) throw zipBomb('its directory is too large');
  const entries = parseEntries(await source.read(end.directoryStart, sizeBytes));
  // Programs that go by the count would see other files than those that read to the end.
  if (entries.length !== end.entryCount) throw unsafeZip('its directory is ambiguous');
  return entries;
}

function toReader(
  files: ReadonlyMap<string, ZipEntry>,
  read: (entry: ZipEntry) => AsyncIterable<Uint8Array>,
): BundleReader {
  const entries = [...files]
    .map(([path, { sizeBytes }]) => ({ path, sizeBytes }))
    .sort((left, right) => compareByteOrder(left.path, right.path));
  return {
    list: async () => entries,
    async *read(path) {
      const entry = files.get(path);
      if (!entry) throw new EvidenceError('NOT_FOUND', 'The archive has no such file.');
      yield* read(entry);
    },
  };
}

async function* unpack(
  source: ByteSource,
  inflate: Inflate,
  { entry, start }: { readonly entry: ZipEntry; readonly start: number },
): AsyncGenerator<Uint8Array> {
  const packed = readPieces(source, start, entry.packedBytes);
  let sizeBytes = 0;
  for await (const piece of entry.method === STORED ? packed : inflate(packed)) {
    sizeBytes += piece.length;
    // Judged by the stated size, it must not become larger.
    if (sizeBytes > entry.sizeBytes) throw corruptZip();
    yield piece;
  }
  if (sizeBytes !== entry.sizeBytes) throw corruptZip();
}

async function* readPieces(source: ByteSource, start: number, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    yield await source.read(start + at, Math.min(PIECE_BYTES, sizeBytes - at));
  }
}
