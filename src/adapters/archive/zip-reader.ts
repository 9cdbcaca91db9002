import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { compareByteOrder } from '../../core/byte-order.ts';
import { EvidenceError } from '../../core/error.ts';
import type { ArchiveLimits } from '../../domain/archive/limits.ts';
import type { BundleReader } from '../../domain/bundle/port.ts';
import { readZipDirectory, type ZipDirectory } from './zip-directory.ts';

/** A {@link BundleReader} that holds a file open. */
export interface OpenArchive extends BundleReader {
  close(): void;
}

/**
 * Open a ZIP for random access: the directory is read and judged, no file is.
 *
 * @param source path of the ZIP, or its bytes.
 * @throws EvidenceError `ARCHIVE_UNSAFE`: duplicate names (also by case), `..`, absolute paths, links, encrypted or
 *   ambiguous entries · `ARCHIVE_BOMB`: over the limits, or overlapping entries · `DOCUMENT_CORRUPT`: not a whole ZIP.
 */
export async function openZip(source: string | Uint8Array, limits: ArchiveLimits): Promise<OpenArchive> {
  const zip = await openFile(source);
  try {
    return toReader(zip, await readZipDirectory(zip, limits));
  } catch (error) {
    zip.close();
    throw error instanceof EvidenceError ? error : corrupt(error);
  }
}

async function openFile(source: string | Uint8Array): Promise<ZipFile> {
  // Names stay bytes: this code decodes them strictly, where the library would guess.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  try {
    if (typeof source === 'string') return await openPromise(source, options);
    return await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options);
  } catch (cause) {
    throw corrupt(cause);
  }
}

function toReader(zip: ZipFile, directory: ZipDirectory): OpenArchive {
  const entries = [...directory]
    .map(([path, { uncompressedSize }]) => ({ path, sizeBytes: uncompressedSize }))
    .sort((left, right) => compareByteOrder(left.path, right.path));
  return {
    list: async () => entries,
    async *read(path) {
      const entry = directory.get(path);
      if (!entry) throw new EvidenceError('NOT_FOUND', 'The archive has no such file.');
      yield* await zip.openReadStreamPromise(entry);
    },
    close: () => zip.close(),
  };
}

const corrupt = (cause: unknown): EvidenceError =>
  new EvidenceError('DOCUMENT_CORRUPT', 'This is not a ZIP archive, or it is damaged.', { cause });
