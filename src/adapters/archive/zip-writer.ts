import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { archiveEtag } from '../../domain/archive/etag.ts';
import type { Archive, ArchiveWriter } from '../../domain/archive/port.ts';
import { type SnapshotEntry, takeSnapshot } from '../../domain/archive/snapshot.ts';
import type { BundleReader } from '../../domain/bundle/port.ts';
import { createNodeSha256 } from './node-sha256.ts';

// ZIP stores local time without a zone. A fixed local date gives the same bytes wherever this runs.
const ENTRY_OPTIONS = {
  mtime: new Date(1980, 0, 1),
  mode: 0o100644,
  compress: false,
  forceDosTimestamp: true,
} as const;

/** Writes bundles as ZIP: stored, sorted, dated 1980. Artifacts are streamed; everything else is held in memory. */
export const zipArchiveWriter: ArchiveWriter = {
  write: async (reader) => {
    const entries = await takeSnapshot(reader);
    return {
      etag: archiveEtag(entries, createNodeSha256),
      sizeBytes: predictSize(entries),
      stream: () => openStream(reader, entries),
    } satisfies Archive;
  },
};

function openStream(reader: BundleReader, entries: readonly SnapshotEntry[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  for (const { path, sizeBytes, bytes } of entries) {
    zip.addReadStreamLazy(path, { ...ENTRY_OPTIONS, size: sizeBytes }, (provide) => {
      current = Readable.from(bytes ? [bytes] : reader.read(path), { objectMode: false });
      current.once('error', (error) => output.destroy(error));
      provide(null, current);
    });
  }
  // Raised when a file is longer or shorter than it was listed: the receiver must not see a whole archive.
  zip.once('error', (error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  zip.end();
  return output;
}

/** Size of the archive in bytes, from names and sizes alone. */
function predictSize(entries: readonly SnapshotEntry[]): number {
  const zip = new ZipFile();
  let total = 0;
  for (const { path, sizeBytes } of entries) {
    zip.addReadStreamLazy(path, { ...ENTRY_OPTIONS, size: sizeBytes }, () => {});
  }
  // The typings leave out the argument of the callback; it runs before `end` returns, as every size is known.
  const keepTotal = (size: number) => {
    total = size;
  };
  zip.end(undefined, keepTotal as () => void);
  return total;
}
