import type { Readable } from 'node:stream';
import type { BundleReader } from '../bundle/port.ts';

/** One bundle as a ZIP, not yet read. */
export interface Archive {
  /** Digest of core and seals, hex: the same state gives the same bytes. */
  readonly etag: string;
  readonly sizeBytes: number;
  readonly stream: () => Readable;
}

/** Writes deterministic archives (evidence-format.md 1). */
export interface ArchiveWriter {
  write(reader: BundleReader): Promise<Archive>;
}
