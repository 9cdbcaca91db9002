import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, KEY, untilEnded } from '../support/api.ts';
import { startService } from '../support/service-process.ts';
import { type Site, startSite } from '../support/site.ts';

const CAPTURES = 20;

/** Every other one is an upload: a page takes a browser and a second. */
const sourceOf = (index: number) =>
  index % 2 === 0
    ? { source: `${site.url}/page-${index}` }
    : { file: { base64: Buffer.from(`Paragraph ${index}.`).toString('base64'), filename: `${index}.txt` } };

let site: Site;
let folder: string;

beforeAll(async () => {
  site = await startSite();
  folder = await mkdtemp(join(tmpdir(), 'affiant-kill-'));
  site.serve(
    Object.fromEntries(
      Array.from({ length: CAPTURES }, (_, index) => [
        `/page-${index}`,
        {
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: `<title>Page ${index}</title><p>Paragraph ${index}.</p>`,
        },
      ]),
    ),
  );
});

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

it('kill -9 in the middle of 20 captures loses no accepted job and shows no half bundle', {
  timeout: 180_000,
}, async () => {
  const env = {
    AFFIANT_DATA_DIR: join(folder, 'data'),
    AFFIANT_BOOTSTRAP_API_KEY: KEY,
    AFFIANT_ALLOW_NETWORKS: '127.0.0.0/8',
    AFFIANT_RATE_LIMIT_PER_MINUTE: '100000',
  };
  const first = await startService(env);
  const answers = await Promise.all(
    Array.from({ length: CAPTURES }, (_, index) =>
      call(first.baseUrl, '/v1/extract', { json: sourceOf(index) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(CAPTURES).fill(202));
  const jobs = answers.map(({ body }) => String(body['job_id']));
  const status = async () => (await call(first.baseUrl, `/v1/jobs/${jobs[4]}`)).body['status'];
  await expect.poll(status, { timeout: 60_000 }).toBe('complete');
  await first.kill();

  const second = await startService(env);
  try {
    const reach = {
      call: <T>(path: string, init?: Parameters<typeof call>[2]) => call<T>(second.baseUrl, path, init),
    };
    const ended = await Promise.all(jobs.map((job) => untilEnded(reach, job, 120_000)));
    expect(ended.map(({ status }) => status)).toEqual(Array(CAPTURES).fill('complete'));
    const bundles = ended.map(({ bundle_id }) => String(bundle_id));
    expect(new Set(bundles).size).toBe(CAPTURES);
    for (const bundle of bundles) {
      const { status, body } = await call(second.baseUrl, `/v1/extract/${bundle}/verify`);
      expect([status, body['verified']]).toEqual([200, true]);
    }
    expect((await readdir(join(folder, 'data', 'bundles'))).toSorted()).toEqual(bundles.toSorted());
    await expect.poll(() => readdir(join(folder, 'data', 'tmp', 'jobs'))).toEqual([]);
  } finally {
    expect(await second.stop()).toBe(0);
  }
});
