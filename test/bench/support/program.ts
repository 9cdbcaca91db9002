import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const DEADLINE_MS = 60_000;

/** A program that serves HTTP. */
export interface RunningProgram {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** The service, as an operator starts it. */
export const SERVICE = [fileURLToPath(new URL('../../../src/main.ts', import.meta.url)), 'serve'];

/** {@link file://./bare-express.ts}: answers every path with the JSON in this file. */
export const bareExpress = (jsonFile: string): readonly string[] => [
  fileURLToPath(new URL('./bare-express.ts', import.meta.url)),
  jsonFile,
];

/**
 * Start a program that prints its address once it listens, and ask it once.
 *
 * @throws Error with what it printed when it ends or takes longer than a minute.
 */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => end(child);
  try {
    const url = await printedUrl(child);
    const answer = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    await answer.arrayBuffer();
    return { url, pid: child.pid ?? 0, startMs: performance.now() - started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first address on standard output. */
function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = () => reject(new Error(`no address was printed:\n${printed}`));
    const timer = setTimeout(fail, DEADLINE_MS);
    child.once('exit', fail);
    child.stderr?.on('data', (text) => {
      printed += text;
    });
    child.stdout?.on('data', (text) => {
      printed += text;
      const url = /http:\/\/[\d.]+:\d+(?=\n)/.exec(printed)?.[0];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
