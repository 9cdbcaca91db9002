import { fromUtf8 } from '../../../core/bytes.ts';
import type { ArchiveLimits } from '../limits.ts';
import { findPathsFault } from '../safe-path.ts';
import type { ZipEntry } from './entries.ts';
import { corruptZip, unsafeZip, zipBomb } from './fields.ts';

/** Bytes stand as they are. */
export const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 0x1;
const STRONGLY_ENCRYPTED_FLAG = 0x40;
const UTF8_NAME_FLAG = 0x800;
/** Info-ZIP's second name of an entry: some programs would unpack it instead of the first. */
const UNICODE_PATH_FIELD = 0x7075;
const UNIX = 3;
const SLASH = 0x2f;
/** Small files may pack well without harm. */
const RATIO_FROM_BYTES = 1024 * 1024;

/**
 * Judge a directory, so that every program that opens the archive finds the same files in it.
 *
 * @returns the files by path; folders are left out.
 * @throws EvidenceError `ARCHIVE_UNSAFE`, `ARCHIVE_BOMB`, `DOCUMENT_CORRUPT`.
 */
export function judgeEntries(
  entries: readonly ZipEntry[],
  limits: ArchiveLimits,
): ReadonlyMap<string, ZipEntry> {
  const named = entries.map((entry) => [nameOf(entry), entry] as const);
  const files = named.filter(([name]) => !name.endsWith('/'));
  const folders = named.filter(([name]) => name.endsWith('/'));
  const fault = findPathsFault(
    files.map(([name]) => name),
    folders.map(([name]) => name.slice(0, -1)),
  );
  if (fault) throw unsafeZip(fault);
  for (const entry of entries) assertPlain(entry);
  assertLimits(entries, limits);
  return new Map(files);
}

function nameOf({ name, flags, extraFields }: ZipEntry): string {
  const isAscii = name.every((byte) => byte < 0x80);
  if (!isAscii && (flags & UTF8_NAME_FLAG) === 0) throw unsafeZip('a name has no stated encoding');
  if (extraFields.some(({ id }) => id === UNICODE_PATH_FIELD)) throw unsafeZip('an entry has two names');
  try {
    return fromUtf8(name);
  } catch {
    throw unsafeZip('a name is not UTF-8');
  }
}

function assertPlain({ name, flags, method, madeBy, attributes, sizeBytes, packedBytes }: ZipEntry): void {
  if ((flags & (ENCRYPTED_FLAG | STRONGLY_ENCRYPTED_FLAG)) !== 0) throw unsafeZip('an entry is encrypted');
  if (method !== STORED && method !== DEFLATED) throw unsafeZip('an entry is packed in an unusual way');
  if (method === STORED && sizeBytes !== packedBytes) throw corruptZip();
  if (madeBy !== UNIX) return;
  const kind = (attributes >>> 16) & 0o170000;
  const isFolder = name.at(-1) === SLASH;
  if (kind !== 0 && kind !== (isFolder ? 0o040000 : 0o100000))
    throw unsafeZip('an entry is a link or a device');
}

function assertLimits(entries: readonly ZipEntry[], { maxTotalBytes, maxRatio }: ArchiveLimits): void {
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxTotalBytes) throw zipBomb('it unpacks to too many bytes');
  const isBomb = entries.some(
    ({ sizeBytes, packedBytes }) => sizeBytes > RATIO_FROM_BYTES && sizeBytes > packedBytes * maxRatio,
  );
  if (isBomb) throw zipBomb('an entry unpacks to far more than its size');
}
