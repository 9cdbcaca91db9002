import { toHex, utf8 } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { SnapshotEntry } from './snapshot.ts';

/**
 * Digest that names one state of an archive, hex: every file outside `artifacts/` by its digest, artifacts by
 * path and size. Their bytes are fixed by `manifest.json`, so a large bundle is not read for its ETag.
 */
export function archiveEtag(entries: readonly SnapshotEntry[], createSha256: Sha256Factory): string {
  const state = createSha256();
  for (const { path, sizeBytes, bytes } of entries) {
    const content = bytes ? digestOf(bytes, createSha256) : `${sizeBytes}`;
    state.update(utf8(`${content} ${path}\n`));
  }
  return toHex(state.digest());
}

function digestOf(bytes: Uint8Array, createSha256: Sha256Factory): string {
  const hash = createSha256();
  hash.update(bytes);
  return toHex(hash.digest());
}
