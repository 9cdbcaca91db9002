import { type JoinedPages, unmarkPages } from '../../domain/document/join-pages.ts';
import { compareContents } from '../../domain/monitor/compare-contents.ts';
import type { MonitoredContent } from '../../domain/monitor/content.ts';
import type { ContentDiff } from '../../domain/monitor/content-diff.ts';
import type { LookFilters } from '../../domain/monitor/look.ts';
import { parsePage } from '../document/html/dom.ts';
import { answerTasks } from '../document/worker/answer-tasks.ts';
import { type PageSource, readPageContent } from './page-content.ts';
import { type WatchedDocument, watchContent } from './watch-content.ts';

/** A reading of a page or of another document's text, a comparison, or a look at selectors. */
export type MonitorTask =
  | { readonly kind: 'page'; readonly page: PageSource; readonly filters: LookFilters }
  | {
      readonly kind: 'text';
      readonly title: string | null;
      readonly text: JoinedPages;
      readonly filters: LookFilters;
    }
  | {
      readonly kind: 'compare';
      readonly before: MonitoredContent;
      readonly after: MonitoredContent;
      readonly earlier: MonitoredContent | null;
    }
  | { readonly kind: 'selectors'; readonly selectors: readonly string[] };

answerTasks((task: MonitorTask): WatchedDocument | ContentDiff | readonly string[] | null => {
  if (task.kind === 'compare') return compareContents(task.before, task.after, task.earlier);
  if (task.kind === 'selectors') return task.selectors.filter((selector) => !isSelector(selector));
  const { filters } = task;
  if (task.kind === 'page') {
    const { content, ...page } = readPageContent(task.page, filters);
    return { ...page, ...watchContent(content, filters) };
  }
  const lines = unmarkPages(task.text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());
  const content = { title: task.title, lines: lines.filter((line) => line !== ''), links: [], images: [] };
  // A selector chooses among elements, of which there are none.
  const watched = watchContent(filters.includeSelector === null ? content : null, filters);
  return { title: task.title, text: task.text.markdown, signals: [], ...watched };
});

function isSelector(text: string): boolean {
  try {
    parsePage('<p>').body.querySelectorAll(text);
    return true;
  } catch {
    return false;
  }
}
