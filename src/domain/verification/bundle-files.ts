import { EvidenceError } from '../../core/error.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import { findPathsFault } from '../archive/safe-path.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { type Finding, found, foundTampered } from './finding.ts';

const MAX_FILES = 10_000;

/** The files of one bundle under verification, and how to read and hash them. */
export interface BundleFiles {
  /** Sizes in bytes by path. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly reader: BundleReader;
  readonly createSha256: Sha256Factory;
}

/** The check `archive_safe`; `files` is null when nothing more may be read. */
export async function listFiles(
  reader: BundleReader,
  createSha256: Sha256Factory,
): Promise<{ readonly finding: Finding; readonly files: BundleFiles | null }> {
  try {
    const entries = await reader.list();
    const fault =
      entries.length > MAX_FILES
        ? `there are more than ${MAX_FILES} files`
        : findPathsFault(entries.map(({ path }) => path));
    if (fault) return { finding: foundTampered('archive_safe', `Refused: ${fault}.`, []), files: null };
    const sizes = new Map(entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
    return {
      finding: found('archive_safe', 'pass', `${sizes.size} files with safe names.`),
      files: { sizes, reader, createSha256 },
    };
  } catch (error) {
    return { finding: describeOpenFailure(error), files: null };
  }
}

/** The check `archive_safe` of an archive or folder that could not be opened. */
export function describeOpenFailure(error: unknown): Finding {
  if (error instanceof EvidenceError && (error.code === 'ARCHIVE_UNSAFE' || error.code === 'ARCHIVE_BOMB')) {
    return foundTampered('archive_safe', error.message, []);
  }
  return found(
    'archive_safe',
    'unknown',
    error instanceof EvidenceError ? error.message : 'The files could not be listed.',
  );
}

/** What reading one small file whole gave. */
export type ReadOutcome =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' | 'too-large' | 'unreadable' };

/** Read a file of at most `maxBytes`. Never throws. */
export async function readSmallFile(
  { sizes, reader }: BundleFiles,
  path: string,
  maxBytes: number,
): Promise<ReadOutcome> {
  const size = sizes.get(path);
  if (size === undefined) return { kind: 'missing' };
  if (size > maxBytes) return { kind: 'too-large' };
  try {
    return { kind: 'bytes', bytes: await readWhole(reader.read(path), maxBytes) };
  } catch (error) {
    return { kind: error instanceof RangeError ? 'too-large' : 'unreadable' };
  }
}
