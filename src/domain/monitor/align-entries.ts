import { findGaps } from './gaps.ts';
import { isGarbledCopy } from './garbled.ts';
import { tokensOf } from './word-changes.ts';

/** An entry of a content with what of it is compared. */
export interface Entry {
  readonly text: string;
  readonly key: string;
  /** Unicode code points of `contentText` before it. */
  readonly start: number;
}

/** Which entries stand for which after a change. */
export interface Alignment {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  /** Entries that were rewritten in place. */
  readonly changed: readonly (readonly [before: Entry, after: Entry])[];
  /** Entries that are on both sides, but stand elsewhere. */
  readonly moved: number;
}

type Pairing = Omit<Alignment, 'moved'>;

/** A run of entries that another run took the place of. */
interface Replacement {
  readonly removed: readonly Entry[];
  readonly added: readonly Entry[];
}

/** After this the order of entries no longer counts: they are compared as a heap. */
const TIMEOUT_MS = 2_000;
/** Share of words in common from which on one of several entries is a rewriting of another. */
const MIN_LIKENESS = 0.4;
/** Pairs that are compared at once; beyond, nothing is paired. */
const MAX_PAIRS = 40_000;

/** Finds what was added, removed, rewritten and moved between two lists of entries. */
export function alignEntries(before: readonly Entry[], after: readonly Entry[]): Alignment {
  const { stayed, moved } = takeOutMoved(replacements(before, after));
  const parts = stayed.filter((run) => !isRewrapped(run) && !isGarbled(run)).map(pairInPlace);
  // What was rewritten may have moved as well.
  const rest = pairAlike({
    removed: parts.flatMap(({ removed }) => removed),
    added: parts.flatMap(({ added }) => added),
  });
  return { ...rest, changed: [...parts.flatMap(({ changed }) => changed), ...rest.changed], moved };
}

function replacements(before: readonly Entry[], after: readonly Entry[]): Replacement[] {
  const keysOf = (entries: readonly Entry[]) => entries.map(({ key }) => key);
  const gaps = findGaps(keysOf(before), keysOf(after), TIMEOUT_MS);
  if (gaps === null) return [{ removed: before, added: after }];
  return gaps.map((gap) => ({
    removed: before.slice(gap.before.start, gap.before.end),
    added: after.slice(gap.after.start, gap.after.end),
  }));
}

/** An entry that is gone here and new there has only moved; each stands for one. */
function takeOutMoved(runs: readonly Replacement[]): { stayed: Replacement[]; moved: number } {
  const gone = countKeys(runs.flatMap(({ removed }) => removed));
  const come = countKeys(runs.flatMap(({ added }) => added));
  const shared = new Map([...gone].map(([key, count]) => [key, Math.min(count, come.get(key) ?? 0)]));
  const moved = shared.values().reduce((sum, count) => sum + count, 0);
  const stay = () => {
    const left = new Map(shared);
    return ({ key }: Entry): boolean => {
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count <= 0;
    };
  };
  const [isGone, isNew] = [stay(), stay()];
  return {
    stayed: runs.map(({ removed, added }) => ({
      removed: removed.filter(isGone),
      added: added.filter(isNew),
    })),
    moved,
  };
}

function countKeys(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The same words with other line breaks. */
function isRewrapped({ removed, added }: Replacement): boolean {
  const wordsOf = (entries: readonly Entry[]) => entries.map(({ key }) => key).join(' ');
  return wordsOf(removed) === wordsOf(added);
}

/** The same lines in another encoding. */
const isGarbled = ({ removed, added }: Replacement): boolean =>
  removed.length === added.length &&
  removed.every(
    ({ text, key }, index) => key === added[index]?.key || isGarbledCopy(text, added[index]?.text ?? ''),
  );

/** One entry in the place of one is a change; among several, those that are alike. */
function pairInPlace(run: Replacement): Pairing {
  const [before, after] = [run.removed[0], run.added[0]];
  const isSingle = run.removed.length === 1 && run.added.length === 1;
  return isSingle && before && after
    ? { removed: [], added: [], changed: [[before, after]] }
    : pairAlike(run);
}

function pairAlike({ removed, added }: Replacement): Pairing {
  if (removed.length * added.length > MAX_PAIRS) return { removed, added, changed: [] };
  const changed: [Entry, Entry][] = [];
  const rest = new Map(added.map((entry) => [entry, wordsIn(entry)]));
  const left = removed.filter((entry) => {
    const match = likest(wordsIn(entry), rest);
    if (match) {
      rest.delete(match);
      changed.push([entry, match]);
    }
    return !match;
  });
  return { removed: left, added: [...rest.keys()], changed };
}

/** The entry with most words in common, when these are enough. */
function likest(words: ReadonlySet<string>, others: ReadonlyMap<Entry, ReadonlySet<string>>): Entry | null {
  let [best, bestLikeness]: [Entry | null, number] = [null, MIN_LIKENESS];
  for (const [entry, own] of others) {
    const likeness = (2 * words.intersection(own).size) / (words.size + own.size || 1);
    if (likeness > bestLikeness) [best, bestLikeness] = [entry, likeness];
  }
  return best;
}

const wordsIn = ({ key }: Entry): Set<string> =>
  new Set(tokensOf(key).filter((token) => /[\p{L}\p{N}]/u.test(token)));
