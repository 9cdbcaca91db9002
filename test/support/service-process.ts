import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** A running `affiant serve`. */
export interface ServiceProcess {
  readonly baseUrl: string;
  readonly pid: number;
  /** Everything it wrote to stderr so far: its log. */
  readonly log: () => string;
  /** SIGTERM and wait; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL and wait. */
  kill(): Promise<void>;
}

/**
 * Start `affiant serve` (or another command that serves) as an operator would and wait until it answers.
 *
 * @throws Error with its log when it does not.
 */
export async function startService(
  env: Readonly<Record<string, string>>,
  command: readonly string[] = ['serve'],
): Promise<ServiceProcess> {
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...command], {
    env: { ...process.env, LOG_LEVEL: 'info', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilReady(child, baseUrl, () => log);
  return {
    baseUrl,
    pid: child.pid ?? 0,
    log: () => log,
    async stop() {
      await end(child, 'SIGTERM');
      return child.exitCode;
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilReady(child: ChildProcess, baseUrl: string, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`affiant serve ended with ${child.exitCode}:\n${log()}`);
    const answer = await fetch(baseUrl).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`affiant serve did not answer within a minute:\n${log()}`);
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
