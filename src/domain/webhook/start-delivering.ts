import { startRounds } from '../../core/start-rounds.ts';
import type { DeliveryService } from './delivery-service.ts';

export interface DeliveringOptions {
  readonly service: Pick<DeliveryService, 'claim' | 'attempt'>;
  /** Faults of ours, not of receivers; the delivery is tried again. */
  readonly onError: (error: unknown) => void;
  /** Pause between two looks for what is due, 1 second unless told otherwise. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 1_000;
/** Attempts of this process at a time. */
const MOST_AT_A_TIME = 16;
/** Attempts under way may end for so long after a stop; later ones are cut off and due again at once. */
const GRACE_MS = 3_000;

/** Deliver what falls due. Every process of a cluster may do so. */
export function startDelivering({ service, onError, pauseMs = PAUSE_MS }: DeliveringOptions): {
  /** Begin no more attempts, and end those under way. */
  stop(graceMs: number): Promise<void>;
} {
  const cut = new AbortController();
  const running = new Set<Promise<void>>();
  const begin = async (stopping: AbortSignal): Promise<void> => {
    while (running.size < MOST_AT_A_TIME && !stopping.aborted) {
      const delivery = await service.claim();
      if (!delivery) return;
      const attempt = service.attempt(delivery, cut.signal).catch(onError);
      running.add(attempt);
      void attempt.then(() => running.delete(attempt));
    }
  };
  const run = async (stopping: AbortSignal): Promise<number> => {
    await begin(stopping).catch(onError);
    if (running.size === 0 || stopping.aborted) return pauseMs;
    // Whatever ends may make room, also at an endpoint that was busy.
    await Promise.race([...running, wait(pauseMs)]);
    return 0;
  };
  const rounds = startRounds({ run, firstAfterMs: 0 });
  return {
    async stop(graceMs) {
      const timer = setTimeout(() => cut.abort(), Math.min(graceMs, GRACE_MS));
      await rounds.stop();
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
