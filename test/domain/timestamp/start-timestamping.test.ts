import { describe, expect, it, vi } from 'vitest';
import { startTimestamping } from '../../../src/domain/timestamp/start-timestamping.ts';

describe('rounds of timestamping', () => {
  it('go on at once while there is work, and tell the faults', async () => {
    const work = [3, 2, 0];
    const errors: unknown[] = [];
    let rounds = 0;
    const service = {
      stampSome: async () => {
        rounds++;
        return { tried: work.shift() ?? 0, faults: rounds === 1 ? ['a fault'] : [] };
      },
    };
    const started = startTimestamping({ service, onError: (error) => errors.push(error), pauseMs: 20 });
    await vi.waitUntil(() => rounds >= 4);
    await started.stop();
    const after = rounds;
    expect(errors).toEqual(['a fault']);
    await started.stop();
    expect(rounds).toBe(after);
  });

  it('outlive a round that fails', async () => {
    const errors: unknown[] = [];
    const service = { stampSome: () => Promise.reject(new Error('database')) };
    const started = startTimestamping({ service, onError: (error) => errors.push(error), pauseMs: 1 });
    await vi.waitUntil(() => errors.length >= 2);
    await started.stop();
  });

  it('end by cutting short the one under way, without telling that as a fault', async () => {
    const errors: unknown[] = [];
    let isRunning = false;
    const service = {
      stampSome: async (signal: AbortSignal) => {
        isRunning = true;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { tried: 1, faults: ['aborted'] };
      },
    };
    const started = startTimestamping({ service, onError: (error) => errors.push(error), pauseMs: 1 });
    await vi.waitUntil(() => isRunning);
    await started.stop();
    expect(errors).toEqual([]);
  });
});
