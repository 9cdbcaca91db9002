import { type Alignment, alignEntries, type Entry } from './align-entries.ts';
import { codePoints, cutText } from './code-points.ts';
import { type ContentPart, contentEntries, type MonitoredContent } from './content.ts';
import {
  type ContentDiff,
  type EntryChange,
  MAX_QUOTE_LENGTH,
  MAX_QUOTES,
  MAX_WORD_CHANGES,
  type Quote,
} from './content-diff.ts';
import { comparableText, comparableTitle } from './noise.ts';
import { wordChanges } from './word-changes.ts';

/** The parts in the order in which a summary names them. */
const PARTS = ['title', 'text', 'link', 'image'] as const satisfies readonly ContentPart[];

/** What of an entry is compared; null when nothing of it counts. */
const KEYS: Readonly<Record<ContentPart, (text: string) => string | null>> = {
  title: comparableTitle,
  text: comparableText,
  // Addresses have lost what passes when they were read.
  link: (address) => address,
  image: (address) => address,
};

type PartEntries = Readonly<Record<ContentPart, readonly Entry[]>>;
type PartAlignment = Alignment & { readonly part: ContentPart };

/**
 * What changed from one content to the next once noise is taken away. The order of entries is no part of what a page
 * says: entries that only moved are counted, and are no change.
 *
 * @param earlier the content of an earlier look at the changed page: only what both looks saw counts. A page that
 *   shows something else each time would otherwise always have changed.
 * @returns null when nothing changed that counts.
 */
export function compareContents(
  before: MonitoredContent,
  after: MonitoredContent,
  earlier: MonitoredContent | null = null,
): ContentDiff | null {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const seen = earlier === null ? null : entriesOf(earlier);
  const parts = PARTS.map((part) => {
    const alignment = alignEntries(old[part], now[part]);
    return { part, ...(seen === null ? alignment : keepSeenTwice(alignment, seen[part])) };
  });
  return parts.some((part) => changesIn(part) > 0) ? buildDiff(parts) : null;
}

/** The entries that count, by part. */
function entriesOf(content: MonitoredContent): PartEntries {
  const entries: Record<ContentPart, Entry[]> = { title: [], text: [], link: [], image: [] };
  let start = 0;
  for (const { part, text } of contentEntries(content)) {
    const key = KEYS[part](text);
    if (key !== null) entries[part].push({ text, key, start });
    start += codePoints(text) + 1;
  }
  return entries;
}

/** Of a rewritten entry, what the later look alone saw is as little proof as what it alone missed. */
function keepSeenTwice(alignment: Alignment, seen: readonly Entry[]): Alignment {
  const keys = new Set(seen.map(({ key }) => key));
  const { added, removed, changed, moved } = alignment;
  return {
    added: added.filter(({ key }) => keys.has(key)),
    removed: removed.filter(({ key }) => !keys.has(key)),
    changed: changed.filter(([{ key: old }, { key }]) => keys.has(key) && !keys.has(old)),
    moved,
  };
}

const changesIn = ({ added, removed, changed }: Alignment): number =>
  added.length + removed.length + changed.length;

function buildDiff(parts: readonly PartAlignment[]): ContentDiff {
  const count = (kind: 'added' | 'removed' | 'changed') =>
    parts.reduce((sum, part) => sum + part[kind].length, 0);
  const quotes = (kind: 'added' | 'removed'): Quote[] =>
    parts
      .flatMap((part) => part[kind].map(({ text, start }) => ({ part: part.part, text, start })))
      .slice(0, MAX_QUOTES)
      .map((quote) => ({ ...quote, text: cutText(quote.text, MAX_QUOTE_LENGTH) }));
  return {
    summary: summarise(parts),
    added: quotes('added'),
    removed: quotes('removed'),
    changed: parts
      .flatMap(({ part, changed }) => changed.map((pair) => ({ part, pair })))
      .slice(0, MAX_QUOTES)
      .map(({ part, pair: [before, after] }) => buildChange(part, before, after)),
    counts: {
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      moved: parts.reduce((sum, { moved }) => sum + moved, 0),
    },
  };
}

const buildChange = (part: ContentPart, before: Entry, after: Entry): EntryChange => ({
  part,
  before: cutText(before.text, MAX_QUOTE_LENGTH),
  after: cutText(after.text, MAX_QUOTE_LENGTH),
  before_start: before.start,
  after_start: after.start,
  words: wordChanges(before, after)
    .slice(0, MAX_WORD_CHANGES)
    .map((change) => ({
      ...change,
      before: cutText(change.before, MAX_QUOTE_LENGTH),
      after: cutText(change.after, MAX_QUOTE_LENGTH),
    })),
});

const NAMES = {
  title: ['title', 'titles'],
  text: ['line', 'lines'],
  link: ['link', 'links'],
  image: ['image', 'images'],
} as const;

/** e.g. `2 lines changed, 1 line added, 1 link removed.` */
function summarise(parts: readonly PartAlignment[]): string {
  const facts = parts.flatMap(({ part, ...alignment }) =>
    (['changed', 'added', 'removed'] as const).flatMap((kind) => {
      const count = alignment[kind].length;
      return count === 0 ? [] : [`${count} ${NAMES[part][count === 1 ? 0 : 1]} ${kind}`];
    }),
  );
  return `${facts.join(', ')}.`;
}
