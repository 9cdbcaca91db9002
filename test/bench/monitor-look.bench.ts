import { createGuardedFetcher } from '../../src/adapters/egress/guarded-fetch.ts';
import { seenBy, startLooker } from '../support/looker.ts';
import { LOOPBACK } from '../support/renderer.ts';
import type { Section } from './section.ts';
import { alternate, timed } from './statistics.ts';
import { startArticleSite } from './support/article-site.ts';

const ROUNDS = { count: 60, warmUps: 10, budgetMs: 15_000 };

/** A look at a page that needs no browser, against fetching it; the rest is reading it in a worker. */
export const section: Section = {
  name: 'monitor-look',
  goal: 'a look at a plain page takes at most 100 ms more than fetching it, and so does comparing it',
  async run() {
    await using resources = new AsyncDisposableStack();
    const site = resources.adopt(await startArticleSite(), ({ close }) => close());
    const { look, compare } = resources.adopt(await startLooker(), (parts) => parts.close());
    const { content } = seenBy(await look(site.url));
    const later = { ...content, lines: [...content.lines, 'One more line.'] };
    const fetcher = createGuardedFetcher(LOOPBACK);
    const fetchAlone = () => fetcher.fetch({ url: site.url, maxBytes: 2 ** 23, timeoutMs: 20_000 });
    const times = await alternate(
      {
        look: () => timed(() => look(site.url)),
        compare: () => timed(() => compare(content, later)),
        fetch: () => timed(fetchAlone),
      },
      ROUNDS,
    );
    const baseline = { name: 'guarded fetch alone', ...times.fetch };
    return [
      {
        ...{ name: 'look at a page of 60 kB', unit: 'ms', ours: times.look, baseline },
        goal: { on: 'ours', bound: '<=', value: times.fetch.median + 100 },
      },
      {
        ...{ name: 'compare two such contents', unit: 'ms', ours: times.compare, baseline: null },
        goal: { on: 'ours', bound: '<=', value: 100 },
      },
    ];
  },
};
