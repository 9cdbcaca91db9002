import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService } from '../support/api.ts';
import type { Section } from './section.ts';
import { alternate, summarise, timed } from './statistics.ts';
import { figuresOfLaps, type Laps } from './support/laps.ts';
import { residentMemory } from './support/process-memory.ts';
import { bareExpress, SERVICE, startProgram } from './support/program.ts';

const ROUNDS = { count: 7, warmUps: 1, budgetMs: 25_000 };
/** After the first answer the work of starting still echoes. */
const CALM_MS = 1_000;
const STAGES = fileURLToPath(new URL('./support/start-stages.ts', import.meta.url));
const run = promisify(execFile);

/** From the start of the process to its first answer, on a data folder that exists; and what it holds then. */
export const section: Section = {
  name: 'start',
  goal: 'first answer within 1.5 s on an existing data folder; idle below 450 MB without the browser',
  async run() {
    await using resources = new AsyncDisposableStack();
    const {
      env,
      dataDir,
      process: first,
    } = resources.adopt(await startTestService(), (service) => service.close());
    await first.stop();
    const jsonFile = join(dataDir, '..', 'answer.json');
    await writeFile(jsonFile, '{}');
    const memory = { ours: [] as number[], baseline: [] as number[] };
    const stages: Laps[] = [];
    const start = await alternate(
      {
        ours: () => startOnce(SERVICE, env, memory.ours),
        baseline: () => startOnce(bareExpress(jsonFile), {}, memory.baseline),
        staged: () => timed(async () => void stages.push(await startByStages(env))),
      },
      ROUNDS,
    );
    const name = 'bare Express';
    return [
      {
        name: 'start to first answer',
        unit: 'ms',
        ours: start.ours,
        baseline: { name, ...start.baseline },
        goal: { on: 'ours', bound: '<=', value: 1_500 },
      },
      ...figuresOfLaps('start', stages.slice(ROUNDS.warmUps)),
      {
        name: 'idle memory',
        unit: 'MB',
        ours: summarise(memory.ours),
        baseline: { name, ...summarise(memory.baseline) },
        goal: { on: 'ours', bound: '<=', value: 450 },
      },
    ];
  },
};

async function startOnce(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  memory: number[],
): Promise<number> {
  const program = await startProgram(args, env);
  await delay(CALM_MS);
  memory.push(await residentMemory(program.pid));
  await program.stop();
  return program.startMs;
}

/** The parts of a start one after the other; the service itself lets some of them overlap. */
async function startByStages(env: Readonly<Record<string, string>>): Promise<Laps> {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', STAGES], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Laps;
}
