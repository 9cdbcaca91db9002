import { expect, it, vi } from 'vitest';
import type { ClaimedDelivery } from '../../../src/domain/webhook/port.ts';
import { startDelivering } from '../../../src/domain/webhook/start-delivering.ts';

const delivery = {} as ClaimedDelivery;
const rethrow = (error: unknown) => {
  throw error;
};

/** A service with so much to do, whose attempts last until their signal aborts. */
function endless(count: number) {
  let left = count;
  const signals: AbortSignal[] = [];
  return {
    signals,
    claim: async () => (left-- > 0 ? delivery : null),
    attempt: (_: ClaimedDelivery, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  };
}

it('makes at most 16 attempts at a time, and cuts them off when it must end', async () => {
  const service = endless(100);
  const delivering = startDelivering({ service, onError: rethrow, pauseMs: 1 });
  await vi.waitFor(() => expect(service.signals).toHaveLength(16));
  await delivering.stop(20);
  expect(service.signals).toHaveLength(16);
  expect(service.signals.every(({ aborted }) => aborted)).toBe(true);
});

it('lets attempts end that end in time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen: AbortSignal[] = [];
  let left = 1;
  const service = {
    claim: async () => (left-- > 0 ? delivery : null),
    attempt: (_: ClaimedDelivery, signal: AbortSignal) => {
      seen.push(signal);
      return promise;
    },
  };
  const delivering = startDelivering({ service, onError: rethrow, pauseMs: 1 });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const stopping = delivering.stop(10_000);
  resolve();
  await stopping;
  expect(seen[0]?.aborted).toBe(false);
});

it('goes on after faults of a claim and of an attempt', async () => {
  const errors: unknown[] = [];
  const claims = [new Error('no database'), delivery, null, delivery];
  let made = 0;
  const service = {
    claim: async () => {
      const next = claims.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    },
    attempt: async () => {
      made += 1;
      if (made === 1) throw new Error('not noted');
    },
  };
  const delivering = startDelivering({ service, onError: (error) => errors.push(error), pauseMs: 1 });
  await vi.waitFor(() => expect(made).toBe(2));
  await delivering.stop(1_000);
  expect(errors).toEqual([new Error('no database'), new Error('not noted')]);
});
