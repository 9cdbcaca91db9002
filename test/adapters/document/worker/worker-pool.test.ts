import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../../../src/adapters/document/worker/worker-pool.ts';
import { EvidenceError } from '../../../../src/core/error.ts';
import type { StubbornTask } from './stubborn-worker.ts';

const never = new AbortController().signal;
let pool: WorkerPool;

function start(size = 1): (task: StubbornTask, signal?: AbortSignal) => Promise<unknown> {
  pool = createWorkerPool({
    script: new URL('./stubborn-worker.ts', import.meta.url),
    size,
    limits: { cpuMs: 5_000, memoryMb: 64 },
  });
  return (task, signal = never) => pool.run(task, signal);
}

afterEach(() => pool.close());

describe('a pool', () => {
  it('answers more tasks than it has workers', async () => {
    const run = start(2);
    expect(await Promise.all(Array.from({ length: 10 }, () => run('echo')))).toEqual(Array(10).fill('echo'));
  });

  it.each([
    ['throw', 'DOCUMENT_CORRUPT'],
    ['refuse', 'DOCUMENT_ENCRYPTED'],
    ['recurse', 'DOCUMENT_TOO_LARGE'],
    ['crash', 'DOCUMENT_CORRUPT'],
    ['exit', 'DOCUMENT_CORRUPT'],
    ['heap', 'DOCUMENT_TOO_LARGE'],
    ['buffers', 'DOCUMENT_TOO_LARGE'],
  ] as const)('survives a worker told to %s and reports %s', async (task, code) => {
    const run = start();
    await expect(run(task)).rejects.toMatchObject({ code });
    expect(await run('echo')).toBe('echo');
  });

  it('passes details on, but no text of the document', async () => {
    const run = start();
    await expect(run('refuse')).rejects.toMatchObject({ details: { a: 1 } });
    await expect(run('throw')).rejects.toMatchObject({ message: expect.not.stringContaining('text of') });
  });

  it('kills a worker that used up its CPU time', async () => {
    const run = start();
    const endless = pool.run('spin', never, { cpuMs: 1_000 });
    await expect(endless).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      details: { limit_cpu_ms: 1_000 },
    });
    expect(await run('echo')).toBe('echo');
  });

  it('blames the machine, not the document, when a worker only waits', async () => {
    const run = start();
    const waiting = pool.run('wait', never, { cpuMs: 100 });
    await expect(waiting).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(await run('echo')).toBe('echo');
  });

  it('kills a worker when its caller gives up', async () => {
    const run = start();
    const reason = new EvidenceError('OVERLOADED');
    await expect(run('spin', AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(run('spin', AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('turns tasks away when too many wait', async () => {
    const run = start();
    const tasks = Array.from({ length: 70 }, () => run('echo').catch((error: EvidenceError) => error.code));
    const answers = await Promise.all(tasks);
    expect(answers.filter((answer) => answer === 'echo')).toHaveLength(65);
    expect(answers.filter((answer) => answer === 'OVERLOADED')).toHaveLength(5);
  });

  it('gives its workers no environment', async () => {
    expect(await start()('print')).toEqual([]);
  });

  it('fails running and waiting tasks when it closes', async () => {
    const run = start();
    const tasks = [run('spin'), run('echo')].map((task) => task.catch((error: EvidenceError) => error.code));
    await pool.close();
    expect(await Promise.all(tasks)).toEqual(['DOCUMENT_CORRUPT', 'OVERLOADED']);
  });
});
