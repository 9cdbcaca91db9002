import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/adapters/sandbox/sandbox.ts';
import type { TestTask } from './test-child.ts';

const { signal } = new AbortController();
const opened: Sandbox[] = [];

function sandboxWith(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({
    script: new URL('./test-child.ts', import.meta.url),
    args: ['first', 'second'],
    size: 1,
    limits: { cpuMs: 5_000, memoryMb: 512 },
    usesPerChild: 10,
    ...options,
  });
  opened.push(sandbox);
  return (task: TestTask, given = signal): Promise<unknown> => sandbox.use(given, (run) => run(task));
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((sandbox) => sandbox.close()));
});

/** Whether a process is there: signal 0 only asks. */
function isAlive(pid: unknown): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

describe('a child', () => {
  it('runs in a process of its own that is used again, and is replaced when worn', async () => {
    const ask = sandboxWith({ usesPerChild: 2 });
    const pids = [await ask('pid'), await ask('pid'), await ask('pid')];
    expect(pids[0]).not.toBe(process.pid);
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
    expect(isAlive(pids[0])).toBe(false);
  });

  it('sees its arguments and nothing of the environment', async () => {
    process.env['PLANTED_SECRET'] = 'planted';
    const seen = JSON.stringify(await sandboxWith()('environment'));
    delete process.env['PLANTED_SECRET'];
    expect(seen).toContain('["first","second"]');
    expect(seen).not.toContain('planted');
  });

  it('takes megabytes without holding up this thread', async () => {
    const ask = sandboxWith();
    await ask('pid');
    let longest = 0;
    let last = performance.now();
    const ticker = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    expect(await ask(new Uint8Array(16 * 2 ** 20))).toBe(16 * 2 ** 20);
    clearInterval(ticker);
    expect(longest).toBeLessThan(200);
  });

  it('hands its errors over with code and details, but not their text', async () => {
    const ask = sandboxWith();
    await expect(ask('refuse')).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE', details: { width: 7 } });
    await expect(ask('fail')).rejects.toMatchObject({
      code: 'DOCUMENT_CORRUPT',
      message: expect.not.stringContaining('text of the document'),
      cause: expect.stringContaining('text of the document'),
    });
  });
});

describe('a child that goes astray', () => {
  it.each([
    ['spin', { limits: { cpuMs: 1_000, memoryMb: 512 } }, 'DOCUMENT_TOO_LARGE'],
    ['eat', { limits: { cpuMs: 20_000, memoryMb: 256 } }, 'DOCUMENT_TOO_LARGE'],
    ['hang', { limits: { cpuMs: 100, memoryMb: 512 } }, 'DEADLINE_EXCEEDED'],
    ['crash', {}, 'DOCUMENT_CORRUPT'],
  ] as const)('by %s is killed, and the next one works', async (task, options, code) => {
    const ask = sandboxWith(options);
    const pid = await ask('pid');
    await expect(ask(task)).rejects.toMatchObject({ code });
    expect(isAlive(pid)).toBe(false);
    expect(await ask('pid')).not.toBe(pid);
  });

  it('is killed when its caller gives up', async () => {
    const ask = sandboxWith();
    const pid = await ask('pid');
    await expect(ask('hang', AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(isAlive(pid)).toBe(false);
  });
});

describe('the line', () => {
  it('is served in order, and who gives up leaves it', async () => {
    const ask = sandboxWith();
    const order: string[] = [];
    const first = ask('pid').then(() => order.push('first'));
    const second = ask('pid', AbortSignal.abort()).catch(() => order.push('second gave up'));
    const third = ask('pid').then(() => order.push('third'));
    await Promise.all([first, second, third]);
    expect(order).toEqual(['second gave up', 'first', 'third']);
  });

  it('turns callers away when it is long, and when the service stops', async () => {
    const sandbox = createSandbox({
      script: new URL('./test-child.ts', import.meta.url),
      args: [],
      size: 1,
      limits: { cpuMs: 5_000, memoryMb: 512 },
      usesPerChild: 1,
    });
    const calls = Array.from({ length: 66 }, () => sandbox.use(signal, (run) => run('hang')));
    const codes = Promise.all(calls.map((call) => call.catch((error: { code: string }) => error.code)));
    await expect(calls[65]).rejects.toMatchObject({ code: 'OVERLOADED' });
    await sandbox.close();
    expect(new Set(await codes)).toEqual(new Set(['DOCUMENT_CORRUPT', 'OVERLOADED']));
  });
});
