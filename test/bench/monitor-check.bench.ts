import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/adapters/database/database.ts';
import { copyEmbeddedTemplate } from '../support/embedded-template.ts';
import { startLooker } from '../support/looker.ts';
import { createWorld, HOUR, openMonitors, SETTINGS } from '../support/monitors.ts';
import type { Section } from './section.ts';
import { alternate, timed } from './statistics.ts';
import { startArticleSite } from './support/article-site.ts';

const ROUNDS = { count: 60, warmUps: 10, budgetMs: 15_000 };

/** A check of an unchanged page, from taking it off the database to its row, against the look alone. */
export const section: Section = {
  name: 'monitor-check',
  goal: 'a check that finds nothing new takes at most 50 ms more than its look',
  async run() {
    await using resources = new AsyncDisposableStack();
    const site = resources.adopt(await startArticleSite(), ({ close }) => close());
    const { look } = resources.adopt(await startLooker(), (parts) => parts.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'affiant-bench-'));
    resources.defer(() => rm(dataDir, { recursive: true, force: true }));
    await copyEmbeddedTemplate(dataDir);
    const options = { dataDir, databaseUrl: null, onError: () => {} };
    const database = resources.adopt(await openDatabase(options), (opened) => opened.close());
    const world = createWorld();
    world.page = ({ url }) => look(url);
    const monitors = resources.adopt(openMonitors(database, world), (opened) => opened.close());
    await monitors.create({ ...SETTINGS, url: site.url });
    await monitors.settle();
    const { check, baseline } = await alternate(
      {
        check: async () => {
          world.clock.time += HOUR;
          return timed(async () => {
            await monitors.worker.takeDue();
            await monitors.worker.idle();
          });
        },
        baseline: () => timed(() => look(site.url)),
      },
      ROUNDS,
    );
    return [
      {
        ...{ name: 'check of an unchanged page of 60 kB', unit: 'ms', ours: check },
        baseline: { name: 'look alone', ...baseline },
        goal: { on: 'ours', bound: '<=', value: baseline.median + 50 },
      },
    ];
  },
};
