import { EvidenceError } from '../../core/error.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';

/** A file of a bundle as an archive takes it. */
export interface SnapshotEntry {
  readonly path: string;
  readonly sizeBytes: number;
  /** Null for artifacts: their bytes are fixed by `manifest.json`, and may be large. */
  readonly bytes: Uint8Array | null;
}

/** Largest core, seals and verifier of one bundle together, bytes. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/**
 * One listing of a bundle with the bytes of everything outside `artifacts/`. Seals may be written at any time:
 * what is made from one snapshot is of one state.
 *
 * @returns sorted by path in byte order.
 * @throws EvidenceError `INTERNAL` when that is more than 64 MiB.
 */
export async function takeSnapshot(reader: BundleReader): Promise<readonly SnapshotEntry[]> {
  const entries: SnapshotEntry[] = [];
  let room = MAX_KEPT_BYTES;
  for (const { path, sizeBytes } of await reader.list()) {
    const bytes = path.startsWith('artifacts/') ? null : await readKept(reader, path, room);
    room -= bytes?.length ?? 0;
    entries.push({ path, sizeBytes: bytes?.length ?? sizeBytes, bytes });
  }
  return entries;
}

async function readKept(reader: BundleReader, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readWhole(reader.read(path), maxBytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw new EvidenceError('INTERNAL', undefined, { cause });
    throw cause;
  }
}
