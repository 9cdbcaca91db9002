import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { startTestService, type TestService, untilEnded } from '../support/api.ts';
import type { Section } from './section.ts';
import { alternate } from './statistics.ts';

const ROUNDS = { count: 40, warmUps: 3, budgetMs: 20_000 };
const QUEUE = 'bench';

/** From the row of a job to its start, by the job's own times, which is a little more than from 202. */
export const section: Section = {
  name: 'hand-over',
  goal: 'a job that was answered with 202 runs within 100 ms (median)',
  async run() {
    await using resources = new AsyncDisposableStack();
    const bare = resources.adopt(await startBareQueue(), (queue) => queue.close());
    const service = resources.adopt(await startTestService(), (running) => running.close());
    const { ours, baseline } = await alternate(
      { ours: () => handOver(service), baseline: () => bare.handOver() },
      ROUNDS,
    );
    return [
      {
        name: 'job hand-over',
        unit: 'ms',
        ours,
        baseline: { name: 'pg-boss alone, no fsync', ...baseline },
        goal: { on: 'ours', bound: '<=', value: 100 },
      },
    ];
  },
};

async function handOver(service: TestService): Promise<number> {
  const file = { base64: Buffer.from('A short text.').toString('base64'), filename: 'text.txt' };
  const { body } = await service.call('/v1/extract', { json: { file } });
  const job = await untilEnded(service, String(body['job_id']));
  if (job['status'] !== 'complete') throw new Error(`job: ${JSON.stringify(job)}`);
  return Date.parse(String(job['started_at'])) - Date.parse(String(job['created_at']));
}

interface BareQueue {
  /** Milliseconds from sending a job to its handler. */
  handOver(): Promise<number>;
  close(): Promise<void>;
}

/** pg-boss over PGlite as both come, in this process. */
async function startBareQueue(): Promise<BareQueue> {
  const folder = await mkdtemp(join(tmpdir(), 'affiant-bench-'));
  const pglite = await PGlite.create(folder);
  const boss = new PgBoss({ db: fromPglite(pglite), backend: 'pglite', useListenNotify: true });
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  let arrive = () => {};
  await boss.work(QUEUE, async () => arrive());
  return {
    async handOver() {
      const arrived = Promise.withResolvers<number>();
      const sent = performance.now();
      arrive = () => arrived.resolve(performance.now() - sent);
      await boss.send(QUEUE, {});
      return arrived.promise;
    },
    async close() {
      await boss.stop({ graceful: false });
      await pglite.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
