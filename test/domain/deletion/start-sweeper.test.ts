import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeper } from '../../../src/domain/deletion/start-sweeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sweeps at once and after each pause, one task after another', async () => {
  const calls: string[] = [];
  const task = (name: string) => async () => {
    calls.push(name);
    return [];
  };
  const { stop } = startSweeper({ tasks: [task('a'), task('b')], seconds: 60, onError: () => {} });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(calls).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual(['a', 'b', 'a', 'b']);
  await stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('reports what fails and goes on with the other tasks', async () => {
  const errors: unknown[] = [];
  const [thrown, told] = [new Error('database'), new Error('one bundle')];
  const tasks = [async () => Promise.reject(thrown), async () => [told]];
  const { stop } = startSweeper({ tasks, seconds: 60, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toEqual([thrown, told, thrown, told]);
  await stop();
});

it('stops in the middle of a round: the task under way ends, no other one begins', async () => {
  let finish = () => {};
  const second = vi.fn(async () => []);
  const first = (signal: AbortSignal) =>
    new Promise<readonly unknown[]>((resolve) => {
      finish = () => resolve([]);
      signal.addEventListener('abort', () => finish());
    });
  const { stop } = startSweeper({ tasks: [first, second], seconds: 60, onError: () => {} });
  await stop();
  expect(second).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
