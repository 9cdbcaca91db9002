import { type NoteKey, parseNoteKey } from '../note/note-key.ts';
import { type KeyList, parsePublishedKeys } from '../signing/key-list.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import type { TrustedSigner, VerifyOptions } from './options.ts';

/** Keys that a bundle is judged by. */
export interface Trust {
  /** `embedded`: they come from the bundle itself, and show no more than self-consistency. */
  readonly source: 'outside' | 'embedded';
  readonly signers: readonly TrustedSigner[];
  readonly log: NoteKey | null;
}

const MAX_KEY_LIST_BYTES = 1024 * 1024;

/** The keys known from outside, or those of the bundle's own list when that was allowed and nothing else is known. */
export async function resolveTrust(
  files: BundleFiles,
  { trusted, trustEmbedded = false, log = null }: Pick<VerifyOptions, 'trusted' | 'trustEmbedded' | 'log'>,
): Promise<Trust> {
  if (trusted.length > 0 || !trustEmbedded) return { source: 'outside', signers: trusted, log };
  const list = await readEmbeddedKeys(files);
  return { source: 'embedded', signers: list?.keys ?? [], log: log ?? logKeyOf(list) };
}

/** Key of the log that a published list names; null when it names none that can be read. */
export function logKeyOf(list: KeyList | null): NoteKey | null {
  try {
    return list?.log ? parseNoteKey(list.log.vkey) : null;
  } catch {
    return null;
  }
}

async function readEmbeddedKeys(files: BundleFiles): Promise<KeyList | null> {
  const read = await readSmallFile(files, 'seals/keys.json', MAX_KEY_LIST_BYTES);
  if (read.kind !== 'bytes') return null;
  try {
    return parsePublishedKeys(read.bytes);
  } catch {
    return null;
  }
}
