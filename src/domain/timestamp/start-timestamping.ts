import { startRounds } from '../../core/start-rounds.ts';
import type { TimestampService } from './timestamp-service.ts';

export interface TimestampingOptions {
  readonly service: Pick<TimestampService, 'stampSome'>;
  /** Faults of single stamps and of rounds; both are tried again. */
  readonly onError: (error: unknown) => void;
  /** Pause between two rounds, 5 seconds unless told otherwise: a time within seconds of the seal says more. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 5_000;

/**
 * Have new bundles stamped, round after round. Every process of a cluster may do so.
 *
 * @returns ends it: calls to authorities are cut short.
 */
export function startTimestamping({ service, onError, pauseMs = PAUSE_MS }: TimestampingOptions): {
  stop(): Promise<void>;
} {
  // While there is work, go on at once.
  const run = async (signal: AbortSignal) => ((await runRound(service, signal, onError)) ? 0 : pauseMs);
  return startRounds({ run, firstAfterMs: pauseMs });
}

/** @returns whether there may be more to do now. */
async function runRound(
  service: TimestampingOptions['service'],
  signal: AbortSignal,
  onError: TimestampingOptions['onError'],
): Promise<boolean> {
  try {
    const { tried, faults } = await service.stampSome(signal);
    if (!signal.aborted) faults.forEach(onError);
    return tried > faults.length;
  } catch (error) {
    onError(error);
    return false;
  }
}
