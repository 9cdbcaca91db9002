import { createGuardedFetcher } from '../../src/adapters/egress/guarded-fetch.ts';
import { createPageLooker } from '../../src/adapters/monitor/page-looker.ts';
import type { MonitoredContent } from '../../src/domain/monitor/content.ts';
import type { Look, LookOptions } from '../../src/domain/monitor/look.ts';
import { startDocumentReaders } from './document-readers.ts';
import { LOOPBACK, startRenderer } from './renderer.ts';

/** Options of a look that filters nothing. */
export const lookOptions = (url: string, more: Partial<LookOptions> = {}): LookOptions => ({
  ...{ url, render: 'auto', conditional: null },
  ...{ includeSelector: null, ignoreSelectors: [], ignorePatterns: [] },
  ...more,
});

/** A looker of real parts that may reach loopback; its browser starts at its first use. */
export async function startLooker() {
  const { renderer, close: closeRenderer } = await startRenderer();
  const { close: closeReaders, ...readers } = await startDocumentReaders();
  const looker = createPageLooker({ ...readers, renderer, fetcher: createGuardedFetcher(LOOPBACK) });
  const { signal } = new AbortController();
  return {
    looker,
    renderer,
    look: (url: string, more?: Partial<LookOptions>): Promise<Look> =>
      looker.look(lookOptions(url, more), { signal }),
    compare: (before: MonitoredContent, after: MonitoredContent, earlier: MonitoredContent | null = null) =>
      looker.compare({ before, after, earlier }, { signal }),
    async close() {
      await Promise.all([looker.close(), closeRenderer(), closeReaders()]);
    },
  };
}

/** What a look saw. @throws Error when it saw nothing. */
export function seenBy(look: Look): Extract<Look, { outcome: 'seen' }> {
  if (look.outcome !== 'seen') throw new Error(`not seen: ${JSON.stringify(look)}`);
  return look;
}
