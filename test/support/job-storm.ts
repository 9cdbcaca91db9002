import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { call, type Json } from './api.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { type Site, startSite } from './site.ts';

/** Many queued captures, and processes that are killed while they work on them. */
export interface StormOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Captures in all. Half of them are items of batches. */
  readonly captures: number;
  /** Commands of the processes; the first one answers calls. */
  readonly processes: readonly (readonly string[])[];
  /** Which of the processes are killed, in turns, and started again. */
  readonly victims: readonly number[];
  /** Milliseconds between two kills, of a lone process from its new start; the first comes once a job is under way. */
  readonly killEveryMs: number;
  readonly maxKills: number;
}

/** What became of it. */
export interface StormReport {
  readonly kills: number;
  /** Status of every capture, or the code of its failure, in the order they were queued. */
  readonly statuses: readonly string[];
  /** Bundle of every capture. */
  readonly bundles: readonly string[];
  /** Folders in the store. */
  readonly stored: readonly string[];
  /** Bundles that do not verify. */
  readonly unverified: readonly string[];
  /** Folders of inputs that are still there. */
  readonly inputs: readonly string[];
  /** Milliseconds from the first call to the last end. */
  readonly totalMs: number;
  /** Milliseconds from each kill to the end of the captures that were under way then. */
  readonly recoveryMs: readonly number[];
  /** Exit codes of the processes at the end. */
  readonly exitCodes: readonly (number | null)[];
}

const ENDED = new Set(['complete', 'failed', 'cancelled']);
/** Items of a batch; so many captures are queued alone before it. */
const ITEMS = 5;
/** Every so manieth capture is a page in the browser, the others are uploads. */
const PAGE_EVERY = 4;

/** Queue everything, kill, wait until all has ended, and stop. */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  await using resources = new AsyncDisposableStack();
  const site = resources.adopt(await startSite({ '/page': PAGE }), (running) => running.close());
  const running: ServiceProcess[] = [];
  resources.defer(async () => void (await Promise.all(running.map((one) => one.kill()))));
  for (const command of options.processes) running.push(await startService(options.env, command));
  const baseUrl = () => running[0]?.baseUrl ?? '';
  const started = performance.now();
  const jobs = await queueAll(baseUrl(), { captures: options.captures, site });
  const killing = startKilling(options, { running, baseUrl });
  const ended = await untilAllEnded(baseUrl, jobs, killing.isUnderWay);
  const totalMs = performance.now() - started;
  const kills = await killing.stop();
  const captures = ended.flatMap((job) => (job['type'] === 'batch' ? (job['items'] as Json[]) : [job]));
  const bundles = captures.map((capture) => String(capture['bundle_id']));
  const unverified = await verifyAll(baseUrl(), bundles);
  const exitCodes = await Promise.all(running.map((one) => one.stop()));
  return {
    kills: kills.length,
    statuses: captures.map(({ status, error_code }) => String(error_code ?? status)),
    bundles,
    stored: await readdir(join(options.dataDir, 'bundles')),
    unverified,
    inputs: await readdir(join(options.dataDir, 'tmp', 'jobs')),
    totalMs,
    recoveryMs: kills.flatMap(({ at, underWay }) => recoveries(ended, at, underWay)),
    exitCodes,
  };
}

const PAGE = '<!doctype html><title>Page</title><h1>Notice</h1><p>Some words of a page.';

const sourceOf = (index: number, site: Site): Json =>
  index % PAGE_EVERY === 0
    ? { source: `${site.url}/page?number=${index}` }
    : { file: { base64: Buffer.from(`Document ${index}.`).toString('base64'), filename: `${index}.txt` } };

/** Queue captures one by one and in batches, in turns. @returns ids of the jobs. */
async function queueAll(
  baseUrl: string,
  { captures, site }: { captures: number; site: Site },
): Promise<string[]> {
  const sources = Array.from({ length: captures }, (_, index) => sourceOf(index, site));
  const calls: [string, Json][] = [];
  for (let start = 0; start < captures; start += 2 * ITEMS) {
    const [single, items] = [
      sources.slice(start, start + ITEMS),
      sources.slice(start + ITEMS, start + 2 * ITEMS),
    ];
    calls.push(...single.map((source): [string, Json] => ['/v1/extract', source]));
    if (items.length > 0) calls.push(['/v1/jobs', { items }]);
  }
  const jobs: string[] = [];
  for (const [path, json] of calls) {
    const { status, body } = await call(baseUrl, path, { json });
    if (status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    jobs.push(String(body['job_id']));
  }
  return jobs;
}

interface Kill {
  readonly at: number;
  /** Jobs under way a moment before. */
  readonly underWay: readonly string[];
}

/** Kill one process after the other until told to stop. */
function startKilling(
  { env, processes, victims, killEveryMs, maxKills }: StormOptions,
  { running, baseUrl }: { running: ServiceProcess[]; baseUrl: () => string },
) {
  const kills: Kill[] = [];
  const stopping = new AbortController();
  let isUnderWay = true;
  // Nobody else works on while it starts again: on a slow machine it would be killed before it begins.
  const isAlone = processes.length === 1;
  const killOne = async () => {
    const victim = victims[kills.length % victims.length] ?? 0;
    const underWay = await jobsUnderWay(baseUrl());
    if (underWay.length === 0) return;
    kills.push({ at: Date.now(), underWay });
    await running[victim]?.kill();
    running[victim] = await startService(env, processes[victim]);
  };
  const loop = async () => {
    while (!stopping.signal.aborted && kills.length < maxKills) {
      await killOne();
      const since = isAlone ? Date.now() : (kills.at(-1)?.at ?? 0);
      await pause(kills.length > 0 ? Math.max(20, since + killEveryMs - Date.now()) : 20, stopping.signal);
    }
    isUnderWay = false;
  };
  const looping = loop();
  return {
    /** Whether a process may be gone just now. */
    isUnderWay: () => isUnderWay,
    async stop() {
      stopping.abort();
      await looping;
      return kills;
    },
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function jobsUnderWay(baseUrl: string): Promise<string[]> {
  const { body } = await call<{ jobs: Json[] }>(baseUrl, '/v1/jobs?status=processing&limit=200');
  return body.jobs.map((job) => String(job['job_id']));
}

/** The jobs at their end. What answers may be gone for a while as long as processes are killed. */
async function untilAllEnded(
  baseUrl: () => string,
  jobs: readonly string[],
  mayBeGone: () => boolean,
): Promise<Json[]> {
  const ended: Json[] = [];
  for (const jobId of jobs) {
    for (;;) {
      const answer = await call(baseUrl(), `/v1/jobs/${jobId}`).catch((error) => {
        if (!mayBeGone()) throw error;
        return null;
      });
      if (answer && ENDED.has(String(answer.body['status']))) {
        ended.push(answer.body);
        break;
      }
      await pause(100, new AbortController().signal);
    }
  }
  return ended;
}

async function verifyAll(baseUrl: string, bundles: readonly string[]): Promise<string[]> {
  const unverified: string[] = [];
  for (const bundle of bundles) {
    const { status, body } = await call(baseUrl, `/v1/extract/${bundle}/verify`);
    if (status !== 200 || body['verified'] !== true) unverified.push(bundle);
  }
  return unverified;
}

/** How long after a kill the captures ended that had begun before it. Of a batch only its own end is known. */
const recoveries = (ended: readonly Json[], at: number, underWay: readonly string[]): number[] =>
  ended
    .filter((job) => job['type'] === 'extract' && underWay.includes(String(job['job_id'])))
    .map((job) => Date.parse(String(job['completed_at'])) - at);
