import { startRounds } from '../../core/start-rounds.ts';
import type { CheckpointService } from './checkpoint-service.ts';

export interface CheckpointingOptions {
  readonly service: Pick<CheckpointService, 'create' | 'cosignNewest'>;
  /** Pause between two rounds. */
  readonly minutes: number;
  /** Faults of a round; the next round tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Make checkpoints of a growing log and have them cosigned, round after round, the first one after a pause.
 * Every process of a cluster may do so.
 *
 * @returns ends it: calls to witnesses are cut short, a checkpoint under way is finished.
 */
export function startCheckpointing({ service, minutes, onError }: CheckpointingOptions): {
  stop(): Promise<void>;
} {
  const pauseMs = minutes * 60_000;
  const run = async (signal: AbortSignal) => {
    await runRound(service, signal, onError);
    return pauseMs;
  };
  return startRounds({ run, firstAfterMs: pauseMs });
}

async function runRound(
  service: CheckpointingOptions['service'],
  signal: AbortSignal,
  onError: CheckpointingOptions['onError'],
): Promise<void> {
  try {
    await service.create({ sign: true });
    const failures = signal.aborted ? [] : await service.cosignNewest(signal);
    if (!signal.aborted) failures.forEach(onError);
  } catch (error) {
    onError(error);
  }
}
