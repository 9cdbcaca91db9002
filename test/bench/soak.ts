// node test/bench/soak.ts [--captures 500] [--seconds 3600]: what many captures leave behind
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestService, type TestService } from '../support/api.ts';
import { summarise } from './statistics.ts';
import { type SoakCaptures, startSoakCaptures } from './support/soak-captures.ts';
import { type Sample, type Sampler, startSampler } from './support/soak-samples.ts';

/** Captures that run at the same time. */
const CONCURRENCY = 2;
const SAMPLE_MS = 5_000;
/** Of many samples so many are shown. */
const SHOWN = 25;
/** Growth of the median memory from the second quarter of the samples to the last that is still called flat. */
const FLAT_RATIO = 1.2;
const MEMORIES = ['service', 'browser', 'parsers'] as const;

const { values } = parseArgs({
  options: { captures: { type: 'string', default: '500' }, seconds: { type: 'string', default: '3600' } },
});
await using resources = new AsyncDisposableStack();
const temp = await mkdtemp(join(tmpdir(), 'affiant-soak-'));
resources.defer(() => rm(temp, { recursive: true, force: true }));
const captures = resources.adopt(await startSoakCaptures(), (site) => site.close());
const service = resources.adopt(await startTestService({ TMPDIR: temp }), (running) => running.close());
const sampler = startSampler(service.process.pid);

const started = performance.now();
const ends = await soak(sampler);
const seconds = Math.round((performance.now() - started) / 1_000);
const exitCode = await service.process.stop();
const left = {
  exitCode,
  processes: await sampler.leftProcesses(),
  files: [...(await filesBelow(temp)), ...(await filesBelow(join(service.dataDir, 'tmp')))],
};
report(sampler.samples);

/** @returns how often each capture ended how. */
async function soak({ sample }: Sampler): Promise<ReadonlyMap<string, number>> {
  const [count, endsAt] = [Number(values.captures), started + Number(values.seconds) * 1_000];
  const tally = new Map<string, number>();
  let begun = 0;
  let sampledAt = Number.NEGATIVE_INFINITY;
  const lane = async () => {
    while (begun < count && performance.now() < endsAt) {
      const index = begun++;
      const end = await endOf(service, captures, index);
      tally.set(end, (tally.get(end) ?? 0) + 1);
      if (performance.now() - sampledAt < SAMPLE_MS) continue;
      sampledAt = performance.now();
      await sample(index + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return tally;
}

async function endOf(running: TestService, all: SoakCaptures, index: number): Promise<string> {
  const { name, isHostile, run } = all.at(index);
  const end = await run(running).catch((error: unknown) => `test: ${error}`);
  return `${isHostile ? 'hostile: ' : ''}${name}: ${end}`;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

function report(samples: readonly Sample[]): void {
  const growth = Object.fromEntries(MEMORIES.map((name) => [name, growthOf(samples, name)]));
  const isFlat = Object.values(growth).every((ratio) => ratio <= FLAT_RATIO);
  console.table(samples.filter((_, index) => index % Math.ceil(samples.length / SHOWN) === 0));
  console.table(Object.fromEntries([...ends].toSorted()));
  console.log(JSON.stringify({ seconds, growth, left, ends: Object.fromEntries(ends), samples }));
  if (!isFlat || exitCode !== 0 || left.processes.length + left.files.length > 0) process.exitCode = 1;
}

/** The first quarter is warming up. */
function growthOf(samples: readonly Sample[], name: (typeof MEMORIES)[number]): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const medianOf = (part: readonly Sample[]) => summarise(part.map((sample) => sample[name])).median;
  const early = medianOf(samples.slice(quarter, 2 * quarter));
  return early === 0 ? 1 : Math.round((100 * medianOf(samples.slice(-quarter))) / early) / 100;
}
