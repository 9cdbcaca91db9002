import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCheckpointing } from '../../../src/domain/checkpoint/start-checkpointing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service that notes what is asked of it. */
function recorder() {
  const calls: string[] = [];
  return {
    calls,
    create: async () => {
      calls.push('create');
      return {} as never;
    },
    cosignNewest: async (): Promise<readonly unknown[]> => {
      calls.push('cosign');
      return [];
    },
  };
}

it('makes a checkpoint and has it cosigned after each pause', async () => {
  const service = recorder();
  const { stop } = startCheckpointing({ service, minutes: 10, onError: () => {} });
  expect(service.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(service.calls).toEqual(['create', 'cosign']);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(service.calls).toEqual(['create', 'cosign', 'create', 'cosign']);
  await stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('reports what fails and goes on', async () => {
  const [errors, fault, refusal]: [unknown[], Error, Error] = [
    [],
    new Error('database'),
    new Error('witness'),
  ];
  const service = recorder();
  const create = vi.spyOn(service, 'create').mockRejectedValueOnce(fault);
  vi.spyOn(service, 'cosignNewest').mockResolvedValueOnce([refusal]);
  const { stop } = startCheckpointing({ service, minutes: 1, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(create).toHaveBeenCalledTimes(2);
  expect(errors).toEqual([fault, refusal]);
  await stop();
});

it('stops in the middle of a round: calls to witnesses are cut short and not reported', async () => {
  const errors: unknown[] = [];
  const service = {
    ...recorder(),
    cosignNewest: (signal: AbortSignal) =>
      new Promise<readonly unknown[]>((resolve) => {
        signal.addEventListener('abort', () => resolve([new Error('cut short')]));
      }),
  };
  const { stop } = startCheckpointing({ service, minutes: 1, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(60_000);
  await stop();
  expect(errors).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
