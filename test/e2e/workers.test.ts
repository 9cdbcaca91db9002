import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, KEY } from '../support/api.ts';
import { databaseKinds } from '../support/databases.ts';
import { serveHanging } from '../support/hanging-page.ts';
import { runStorm, type StormReport } from '../support/job-storm.ts';
import { ensurePostgres, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startService } from '../support/service-process.ts';
import { startSite } from '../support/site.ts';

const isLong = process.env['AFFIANT_TEST_EXTRA'] === '1';
/** The acceptance run: 200 captures, a kill every 20 s. A short one is part of every run. */
const SIZE = isLong
  ? { captures: 200, killEveryMs: 20_000, maxKills: Number.POSITIVE_INFINITY }
  : { captures: 12, killEveryMs: 0, maxKills: 1 };
const TIMEOUT = isLong ? 1_800_000 : 120_000;

let folder: string;
let postgres: TestPostgres | null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-workers-'));
  postgres = ensurePostgres() ? await startPostgres() : null;
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Processes of one cluster share database and data folder. */
async function environment(name: string, isCluster: boolean) {
  const dataDir = join(folder, name);
  const env = {
    AFFIANT_DATA_DIR: dataDir,
    AFFIANT_BOOTSTRAP_API_KEY: KEY,
    AFFIANT_ALLOW_NETWORKS: '127.0.0.0/8',
    AFFIANT_RATE_LIMIT_PER_MINUTE: '1000000',
    AFFIANT_CAPTURE_CONCURRENCY: '2',
    ...(isCluster && { DATABASE_URL: (await postgres?.createDatabase()) ?? '' }),
  };
  return { dataDir, env };
}

/** Every capture ended with exactly one bundle, and nothing else is left. */
function expectExactlyOnce(report: StormReport) {
  const { statuses, bundles, stored } = report;
  expect(statuses).toEqual(Array(SIZE.captures).fill('complete'));
  expect(new Set(bundles).size, 'none double').toBe(SIZE.captures);
  expect(stored.toSorted(), 'none lost, none left over').toEqual(bundles.toSorted());
  expect(report.unverified).toEqual([]);
  expect(report.inputs, 'inputs are wiped').toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(1);
  expect(report.exitCodes).toEqual(report.exitCodes.map(() => 0));
  if (isLong) process.stdout.write(`${rowOf(report)}\n`);
}

/** A row of the table in resources/docs/jobs.md. */
function rowOf({ statuses, bundles, kills, totalMs, recoveryMs }: StormReport): string {
  const sorted = recoveryMs.toSorted((a, b) => a - b);
  const seconds = (ms: number | undefined) => `${((ms ?? 0) / 1_000).toFixed(1)} s`;
  const cells = [
    statuses.length,
    kills,
    seconds(totalMs),
    new Set(bundles).size,
    sorted.length,
    seconds(sorted[Math.floor(sorted.length / 2)]),
    seconds(sorted.at(-1)),
  ];
  return `| ${cells.join(' | ')} |`;
}

describe('the embedded database', () => {
  it('loses no capture and makes none twice when its process is killed', { timeout: TIMEOUT }, async () => {
    const { dataDir, env } = await environment('embedded', false);
    expectExactlyOnce(await runStorm({ dataDir, env, ...SIZE, processes: [['serve']], victims: [0] }));
  });
});

describe.runIf(databaseKinds.some(({ kind }) => kind === 'postgres'))('two workers', () => {
  it('lose no capture and make none twice when one of them is killed', { timeout: TIMEOUT }, async () => {
    const { dataDir, env } = await environment('cluster', true);
    const processes = [['serve', '--role', 'api'], ['worker'], ['serve', '--role', 'worker']];
    const report = await runStorm({ dataDir, env, ...SIZE, processes, victims: [1, 2] });
    expectExactlyOnce(report);
    // The surviving worker takes up what the killed one had: it has the other's silence to go by.
    expect(Math.max(...report.recoveryMs)).toBeLessThan(isLong ? 60_000 : 30_000);
  });

  it('answer their health alone, stop what is cancelled, and finish what they work on when they are stopped', {
    timeout: TIMEOUT,
  }, async () => {
    const { env } = await environment('drain', true);
    const site = await startSite({ '/slow': '<!doctype html><title>Slow</title><p>Words.' });
    const api = await startService(env, ['serve', '--role', 'api']);
    const worker = await startService(env, ['worker']);
    try {
      const statusOf = async (path: string) => (await fetch(`${worker.baseUrl}${path}`)).status;
      for (const path of ['/', '/healthz', '/readyz']) expect(await statusOf(path), path).toBe(200);
      for (const path of ['/v1', '/v1/quota', '/mcp', '/openapi.json', '/verify', '/.well-known/agent.json'])
        expect(await statusOf(path), path).toBe(404);
      const page = serveHanging(site, '/hangs');
      const hanging = await call(api.baseUrl, '/v1/extract', { json: { source: page.source } });
      await page.connected;
      await call(api.baseUrl, `/v1/jobs/${hanging.body['job_id']}`, { method: 'DELETE' });
      await page.released;
      const { body } = await call(api.baseUrl, '/v1/extract', {
        json: { source: `${site.url}/slow`, wait_ms: 1_000, include: ['markdown'] },
      });
      const job = async () => (await call(api.baseUrl, `/v1/jobs/${body['job_id']}`)).body;
      await expect.poll(async () => (await job())['status'], { timeout: 20_000 }).toBe('processing');
      expect(await worker.stop()).toBe(0);
      expect(await job()).toMatchObject({ status: 'complete', progress_pct: 100 });
    } finally {
      await Promise.all([worker.stop(), api.stop(), site.close()]);
    }
  });
});
