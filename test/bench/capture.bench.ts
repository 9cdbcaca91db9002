import { startTestService, type TestService } from '../support/api.ts';
import type { Section } from './section.ts';
import { alternate, timed } from './statistics.ts';
import { startArticleSite } from './support/article-site.ts';
import { captureBare, launchBareBrowser } from './support/bare-browser.ts';
import { figuresOfLaps, type Laps } from './support/laps.ts';
import { connectStaged } from './support/staged-capture.ts';

const ROUNDS = { count: 12, warmUps: 1, budgetMs: 35_000 };

/** A synchronous capture against the browser calls that it cannot do without. */
export const section: Section = {
  name: 'capture',
  goal: 'a synchronous capture of a static page takes at most 1.25 times the bare browser calls',
  async run() {
    await using resources = new AsyncDisposableStack();
    const site = resources.adopt(await startArticleSite(), ({ close }) => close());
    const browser = resources.adopt(await launchBareBrowser(), (running) => running.close());
    const service = resources.adopt(await startTestService(), (running) => running.close());
    const stages = resources.adopt(await connectStaged(service), (client) => client.close());
    const bare: Laps[] = [];
    const staged: Laps[] = [];
    const { ours, baseline } = await alternate(
      {
        ours: () => timed(() => capture(service, site.url)),
        baseline: () => timed(async () => void bare.push(await captureBare(browser, site.url))),
        staged: () => timed(async () => void staged.push(await stages.capture(site.url))),
      },
      ROUNDS,
    );
    return [
      {
        name: 'sync capture',
        unit: 'ms',
        ours,
        baseline: { name: 'bare Playwright', ...baseline },
        goal: { on: 'ratio', bound: '<=', value: 1.25 },
      },
      ...figuresOfLaps('capture', staged.slice(ROUNDS.warmUps)),
      ...figuresOfLaps('bare', bare.slice(ROUNDS.warmUps)),
    ];
  },
};

async function capture(service: TestService, url: string): Promise<void> {
  const { status, body } = await service.call('/v1/extract?sync=true', { json: { source: url } });
  if (status !== 200 || body['status'] !== 'complete') throw new Error(`capture: ${JSON.stringify(body)}`);
}
