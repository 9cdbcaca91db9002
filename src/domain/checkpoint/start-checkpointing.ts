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
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let round = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      round = runRound(service, stopping.signal, onError).finally(
        () => stopping.signal.aborted || schedule(),
      );
    }, minutes * 60_000);
    // What keeps the process alive is its server, not this.
    timer.unref();
  };
  schedule();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
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
