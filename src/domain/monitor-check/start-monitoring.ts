import { startRounds } from '../../core/start-rounds.ts';
import { type MonitorWorker, RENEW_MS } from './monitor-worker.ts';

/** Between two looks at what is due: a check that is asked for begins within a second. */
const IDLE_MS = 1_000;
const BUSY_MS = 100;

/**
 * Work on monitors until stopped.
 *
 * @param onError faults of a round; the next one tries again.
 * @returns ends it: checks under way are put back, as due as they were.
 */
export function startMonitoring(
  worker: MonitorWorker,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const told = <T>(work: Promise<T>) => work.catch((error: unknown) => onError(error));
  const taking = startRounds({
    firstAfterMs: 0,
    run: async () => ((await told(worker.takeDue())) ? BUSY_MS : IDLE_MS),
  });
  const renewing = startRounds({
    firstAfterMs: RENEW_MS,
    run: async () => {
      await told(worker.renew());
      return RENEW_MS;
    },
  });
  return {
    async stop() {
      await taking.stop();
      await worker.stop();
      await renewing.stop();
    },
  };
}
