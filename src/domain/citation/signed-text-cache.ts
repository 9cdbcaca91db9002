import type { SignedText } from './signed-text.ts';

/** Which text is meant. */
export interface TextOwner {
  readonly bundleId: string;
  /** Hex. */
  readonly manifestSha256: string;
}

/** Signed texts that were asked for lately. */
export interface SignedTextCache {
  /** The text, read unless it is kept. Calls at once share one reading. */
  get(owner: TextOwner, read: () => Promise<SignedText>): Promise<SignedText>;
  /** Forget the text of a bundle, also one that is being read. */
  delete(bundleId: string): void;
}

interface Entry {
  readonly manifestSha256: string;
  readonly text: Promise<SignedText>;
  /** 0 while it is being read. */
  weight: number;
}

const MAX_TEXTS = 8;
const MAX_BYTES = 64 * 1024 * 1024;
/** Of one chunk beside its text: offsets, salt, leaf hash. */
const BYTES_PER_CHUNK = 400;

/** Keeps the 8 texts used last, 64 MiB at most. */
export function createSignedTextCache(): SignedTextCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  const settle = (bundleId: string, entry: Entry, weight: number): void => {
    if (entries.get(bundleId) !== entry) return;
    entry.weight = weight;
    evict(entries);
  };
  return {
    get({ bundleId, manifestSha256 }, read) {
      const kept = entries.get(bundleId);
      entries.delete(bundleId);
      const entry =
        kept?.manifestSha256 === manifestSha256 ? kept : { manifestSha256, text: read(), weight: 0 };
      entries.set(bundleId, entry);
      evict(entries);
      if (entry !== kept)
        entry.text.then(
          (text) => settle(bundleId, entry, weigh(text)),
          // What cannot be read now may be repaired later.
          () => settle(bundleId, entry, Number.POSITIVE_INFINITY),
        );
      return entry.text;
    },
    delete: (bundleId) => void entries.delete(bundleId),
  };
}

function evict(entries: Map<string, Entry>): void {
  for (const [bundleId, { weight }] of entries) if (weight > MAX_BYTES) entries.delete(bundleId);
  let total = [...entries.values()].reduce((sum, { weight }) => sum + weight, 0);
  for (const [bundleId, { weight }] of entries) {
    if (entries.size <= MAX_TEXTS && total <= MAX_BYTES) return;
    entries.delete(bundleId);
    total -= weight;
  }
}

/** Bytes in memory: strings take two for each unit at most. */
const weigh = ({ texts, chunks }: SignedText): number =>
  texts.reduce((sum, { length }) => sum + 2 * length, chunks.length * BYTES_PER_CHUNK);
