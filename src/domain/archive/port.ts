import type { BundleReader } from '../bundle/port.ts';

/** One bundle as a ZIP, not yet read. */
export interface Archive {
  /** Digest of core and seals, hex: the same state gives the same bytes. */
  readonly etag: string;
  readonly sizeBytes: number;
  /** The bytes, once for each call. Leaving the iteration early releases the files. */
  readonly stream: () => AsyncIterable<Uint8Array>;
}

/** Writes deterministic archives (evidence-format.md 1). */
export interface ArchiveWriter {
  write(reader: BundleReader): Promise<Archive>;
}
