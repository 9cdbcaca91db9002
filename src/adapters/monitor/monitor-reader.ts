import { EvidenceError } from '../../core/error.ts';
import type { JoinedPages } from '../../domain/document/join-pages.ts';
import type { ContentDiff } from '../../domain/monitor/content-diff.ts';
import type { LookFilters, PageLooker } from '../../domain/monitor/look.ts';
import { createWorkerPool } from '../document/worker/worker-pool.ts';
import type { MonitorTask } from './monitor-worker.ts';
import type { PageSource } from './page-content.ts';
import type { WatchedDocument } from './watch-content.ts';

/** UTF-8 bytes of HTML, as where it becomes Markdown. */
const MAX_HTML_BYTES = 8 * 1024 * 1024;

/** Reads and compares what is watched, in worker threads. */
export interface MonitorReader {
  /** @throws EvidenceError `DOCUMENT_TOO_LARGE`, `DOCUMENT_CORRUPT`, `OVERLOADED`, `DEADLINE_EXCEEDED`. */
  readPage(page: PageSource, filters: LookFilters, signal: AbortSignal): Promise<WatchedDocument>;
  /** @throws EvidenceError as {@link readPage} does. */
  readText(
    document: { readonly title: string | null; readonly text: JoinedPages },
    filters: LookFilters,
    signal: AbortSignal,
  ): Promise<WatchedDocument>;
  compare: PageLooker['compare'];
  /** The selectors among the filters that cannot be run. @throws EvidenceError `OVERLOADED`, `DEADLINE_EXCEEDED`. */
  malformedSelectors(filters: LookFilters, signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A reader with two threads. They start when they are needed. */
export function createMonitorReader(): MonitorReader {
  const pool = createWorkerPool({
    script: new URL('./monitor-worker.ts', import.meta.url),
    size: 2,
    limits: { cpuMs: 10_000, memoryMb: 768 },
  });
  const run = (task: MonitorTask, signal: AbortSignal) => pool.run(task, signal);
  return {
    async readPage(page, filters, signal) {
      if (Buffer.byteLength(page.html) > MAX_HTML_BYTES) {
        const details = { limit_bytes: MAX_HTML_BYTES };
        throw new EvidenceError('DOCUMENT_TOO_LARGE', undefined, { details });
      }
      return (await run({ kind: 'page', page, filters }, signal)) as WatchedDocument;
    },
    async readText({ title, text: { markdown, pageStarts } }, filters, signal) {
      const task = { kind: 'text', title, text: { markdown, pageStarts }, filters } as const;
      return (await run(task, signal)) as WatchedDocument;
    },
    compare: async ({ before, after, earlier }, { signal }) =>
      (await run({ kind: 'compare', before, after, earlier }, signal)) as ContentDiff | null,
    async malformedSelectors({ includeSelector, ignoreSelectors }, signal) {
      const selectors = [...(includeSelector === null ? [] : [includeSelector]), ...ignoreSelectors];
      return (await run({ kind: 'selectors', selectors }, signal)) as readonly string[];
    },
    close: () => pool.close(),
  };
}
