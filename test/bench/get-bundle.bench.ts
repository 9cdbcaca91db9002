import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'undici';
import { KEY, startTestService } from '../support/api.ts';
import type { Section } from './section.ts';
import { alternate, timed } from './statistics.ts';
import { startArticleSite } from './support/article-site.ts';
import { bareExpress, startProgram } from './support/program.ts';

const ROUNDS = { count: 2_000, warmUps: 500, budgetMs: 20_000 };

/** One bundle again and again, over one connection kept open, against express alone. */
export const section: Section = {
  name: 'get-bundle',
  goal: 'GET of a bundle on one connection takes at most 3 times an Express route that returns the same JSON',
  async run() {
    await using resources = new AsyncDisposableStack();
    const site = resources.adopt(await startArticleSite(), ({ close }) => close());
    const service = resources.adopt(await startTestService(), (running) => running.close());
    const { body } = await service.call('/v1/extract?sync=true', { json: { source: site.url } });
    const path = `/v1/extract/${body['bundle_id']}`;
    const jsonFile = join(service.dataDir, '..', 'bundle.json');
    await writeFile(jsonFile, JSON.stringify((await service.call(path)).body));
    const bare = resources.adopt(await startProgram(bareExpress(jsonFile)), (program) => program.stop());
    const ourGet = resources.adopt(new Client(service.baseUrl), (client) => client.close());
    const bareGet = resources.adopt(new Client(bare.url), (client) => client.close());
    const { ours, baseline } = await alternate(
      { ours: () => timed(() => get(ourGet, path)), baseline: () => timed(() => get(bareGet, path)) },
      ROUNDS,
    );
    return [
      {
        name: 'GET bundle',
        unit: 'ms',
        ours,
        baseline: { name: 'bare Express', ...baseline },
        goal: { on: 'ratio', bound: '<=', value: 3 },
      },
    ];
  },
};

async function get(client: Client, path: string): Promise<void> {
  const { statusCode, body } = await client.request({ method: 'GET', path, headers: { 'x-api-key': KEY } });
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
}
