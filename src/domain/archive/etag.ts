import { toHex, utf8 } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { BundleReader } from '../bundle/port.ts';

/**
 * Digest that names one state of an archive, hex: every file outside `artifacts/` by its digest, artifacts by
 * path and size. Their bytes are fixed by `manifest.json`, so a large bundle is not read for its ETag.
 */
export async function archiveEtag(reader: BundleReader, createSha256: Sha256Factory): Promise<string> {
  const state = createSha256();
  for (const { path, sizeBytes } of await reader.list()) {
    const content = path.startsWith('artifacts/')
      ? `${sizeBytes}`
      : await digestOf(reader.read(path), createSha256);
    state.update(utf8(`${content} ${path}\n`));
  }
  return toHex(state.digest());
}

async function digestOf(pieces: AsyncIterable<Uint8Array>, createSha256: Sha256Factory): Promise<string> {
  const hash = createSha256();
  for await (const piece of pieces) hash.update(piece);
  return toHex(hash.digest());
}
