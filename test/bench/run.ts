// npm run bench [-- <section> …]
import { glob, mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, type } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { renderTable } from './report.ts';
import { type Figure, isMet, ratioOf, type Section } from './section.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const say = (text: string) => process.stdout.write(text);

/** What one section gave. */
interface Outcome {
  readonly goal: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  /** Why it gave none. */
  readonly crash: string | null;
}

async function loadSections(): Promise<Map<string, Section>> {
  const sections = new Map<string, Section>();
  for (const file of (await Array.fromAsync(glob('*.bench.ts', { cwd: folder }))).toSorted()) {
    const { section } = (await import(`./${file}`)) as { section: Section };
    if (section.name !== basename(file, '.bench.ts'))
      throw new Error(`${file} must define ${basename(file, '.bench.ts')}`);
    sections.set(section.name, section);
  }
  return sections;
}

async function runSection(section: Section): Promise<Outcome> {
  say(`\n${section.name}: ${section.goal}\n`);
  const started = performance.now();
  const outcome = await section.run().then(
    (figures) => ({ figures, crash: null }),
    (error: unknown) => ({ figures: [], crash: inspect(error) }),
  );
  const seconds = (performance.now() - started) / 1000;
  say(outcome.crash === null ? renderTable(outcome.figures) : `  CRASHED ${outcome.crash}\n`);
  say(`  ${seconds.toFixed(1)} s\n`);
  return { goal: section.goal, seconds, ...outcome };
}

async function writeResults(date: Date, outcomes: Readonly<Record<string, Outcome>>): Promise<string> {
  const machine = {
    system: `${type()} ${release()}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    load: loadavg(),
    node: process.versions.node,
  };
  const sections = Object.entries(outcomes).map(([name, outcome]) => ({
    name,
    ...outcome,
    figures: outcome.figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) })),
  }));
  const path = `${folder}results/${date.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.json`;
  await mkdir(`${folder}results`, { recursive: true });
  await writeFile(path, `${JSON.stringify({ date, machine, sections }, null, 2)}\n`);
  return path;
}

const sections = await loadSections();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !sections.has(name));
if (unknown.length > 0) {
  say(`No such section: ${unknown.join(', ')}. There are ${[...sections.keys()].join(', ')}.\n`);
  process.exit(2);
}
const date = new Date();
const outcomes: Record<string, Outcome> = {};
for (const [name, section] of sections) {
  if (asked.length === 0 || asked.includes(name)) outcomes[name] = await runSection(section);
}
say(`\nwritten: ${await writeResults(date, outcomes)}\n`);
process.exitCode = Object.values(outcomes).some(({ crash }) => crash !== null) ? 1 : 0;
