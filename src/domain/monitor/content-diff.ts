import type { ContentPart } from './content.ts';

/** Entries quoted of each kind; the counts tell how many there are. */
export const MAX_QUOTES = 20;
/** UTF-16 units; longer quotes are cut at their end. */
export const MAX_QUOTE_LENGTH = 500;
/** Word changes of one entry that are shown. */
export const MAX_WORD_CHANGES = 10;

/** A passage of a content. Untrusted text. */
export interface Quote {
  readonly part: ContentPart;
  readonly text: string;
  /** Unicode code points of `contentText` before the passage. */
  readonly start: number;
}

/** Words that stand in the place of others; '' for none. Starts count as in {@link Quote}. */
export interface WordChange {
  readonly before: string;
  readonly after: string;
  readonly before_start: number;
  readonly after_start: number;
}

/** An entry that was rewritten. */
export interface EntryChange extends WordChange {
  readonly part: ContentPart;
  /** What differs within the entry, word by word. */
  readonly words: readonly WordChange[];
}

/** What changed from one content to the next, in the shape of a check's `diff` (design.md 4.8). */
export interface ContentDiff {
  /** One sentence of counts, without text of the page. */
  readonly summary: string;
  /** At most {@link MAX_QUOTES}, as are `removed` and `changed`. Starts count in the later content. */
  readonly added: readonly Quote[];
  /** Starts count in the earlier content. */
  readonly removed: readonly Quote[];
  readonly changed: readonly EntryChange[];
  /** Of all changes, quoted or not. `moved` entries stand elsewhere than before, which alone is no change. */
  readonly counts: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly moved: number;
  };
}
