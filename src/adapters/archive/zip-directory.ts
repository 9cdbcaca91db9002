import type { Entry, ZipFile } from 'yauzl';
import { equalBytes, fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { ArchiveLimits } from '../../domain/archive/limits.ts';
import { findPathsFault } from '../../domain/archive/safe-path.ts';

/** Entries of files by path. Folders are left out. */
export type ZipDirectory = ReadonlyMap<string, Entry>;

const STORED = 0;
const DEFLATED = 8;
const UTF8_NAME_FLAG = 0x800;
/** Info-ZIP's second name of an entry: some programs would unpack it instead of the first. */
const UNICODE_PATH_FIELD = 0x7075;
const UNIX = 3;
const END_RECORD_BYTES = 22;
const ZIP64_END_RECORDS_BYTES = 56 + 20;
/** Small files may pack well without harm. */
const RATIO_FROM_BYTES = 1024 * 1024;

/**
 * Read and judge the directory of a ZIP, so that every program that opens it finds the same files in it.
 *
 * @throws EvidenceError `ARCHIVE_UNSAFE`, `ARCHIVE_BOMB`; and what yauzl throws on a damaged directory.
 */
export async function readZipDirectory(zip: ZipFile, limits: ArchiveLimits): Promise<ZipDirectory> {
  if (zip.entryCount > limits.maxEntries) throw bomb('it has too many entries');
  const entries = await readEntries(zip);
  const named = entries.map((entry) => [nameOf(entry), entry] as const);
  const files = named.filter(([name]) => !name.endsWith('/'));
  const folders = named.filter(([name]) => name.endsWith('/'));
  const fault = findPathsFault(
    files.map(([name]) => name),
    folders.map(([name]) => name.slice(0, -1)),
  );
  if (fault) throw unsafe(fault);
  for (const entry of entries) assertPlain(entry);
  assertLimits(entries, limits);
  await assertLocalHeaders(zip, entries);
  return new Map(files);
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  // Entries beyond the stated count would be seen by programs that read to the end of the directory.
  const rest = zip.fileSize - Number(zip.readEntryCursor) - zip.comment.length;
  if (rest !== END_RECORD_BYTES && rest !== END_RECORD_BYTES + ZIP64_END_RECORDS_BYTES)
    throw unsafe('its directory is ambiguous');
  return entries;
}

function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isAscii = fileNameRaw.every((byte) => byte < 0x80);
  if (!isAscii && (generalPurposeBitFlag & UTF8_NAME_FLAG) === 0)
    throw unsafe('a name has no stated encoding');
  if (extraFields.some(({ id }) => id === UNICODE_PATH_FIELD)) throw unsafe('an entry has two names');
  try {
    return fromUtf8(fileNameRaw);
  } catch {
    throw unsafe('a name is not UTF-8');
  }
}

function assertPlain(entry: Entry): void {
  if (entry.isEncrypted()) throw unsafe('an entry is encrypted');
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED) throw unsafe('an entry is packed in an unusual way');
  if (entry.versionMadeBy >>> 8 !== UNIX) return;
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  const isFolder = entry.fileNameRaw.at(-1) === 0x2f;
  if (kind !== 0 && kind !== (isFolder ? 0o040000 : 0o100000)) throw unsafe('an entry is a link or a device');
}

function assertLimits(entries: readonly Entry[], { maxTotalBytes, maxRatio }: ArchiveLimits): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > maxTotalBytes) throw bomb('it unpacks to too many bytes');
  const isBomb = entries.some(
    ({ uncompressedSize, compressedSize }) =>
      uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * maxRatio,
  );
  if (isBomb) throw bomb('an entry unpacks to far more than its size');
}

/** Programs that read from the front go by the local headers: they must say the same, each about its own bytes. */
async function assertLocalHeaders(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  const ordered = [...entries].sort(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  let free = 0;
  for (const entry of ordered) {
    if (entry.relativeOffsetOfLocalHeader < free) throw bomb('its entries overlap');
    const local = await zip.readLocalFileHeaderPromise(entry);
    const isSame =
      equalBytes(local.fileName, entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod;
    if (!isSame) throw unsafe('an entry has two different headers');
    free = local.fileDataStart + entry.compressedSize;
  }
}

const unsafe = (reason: string): EvidenceError =>
  new EvidenceError('ARCHIVE_UNSAFE', `The archive is refused: ${reason}.`);

const bomb = (reason: string): EvidenceError =>
  new EvidenceError('ARCHIVE_BOMB', `The archive is refused: ${reason}.`);
