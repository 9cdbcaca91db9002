/** One task of the sweeper. @returns what went wrong; it may also throw. */
export type SweepTask = (signal: AbortSignal) => Promise<readonly unknown[]>;

export interface SweepingOptions {
  /** Done one after another in each round. */
  readonly tasks: readonly SweepTask[];
  /** Pause between two rounds. */
  readonly seconds: number;
  /** Faults of a round; the next round tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sweep round after round, the first one at once: a process that died may have left something half done. Every
 * process of a cluster may do so.
 *
 * @returns ends it: the piece of work under way is finished, no other one is begun.
 */
export function startSweeper({ tasks, seconds, onError }: SweepingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runRound = async () => {
    for (const task of tasks) await runTask(task, stopping.signal, onError);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      round = runRound();
    }, seconds * 1000);
    // What keeps the process alive is its server, not this.
    timer.unref();
  };
  let round = runRound();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

async function runTask(
  task: SweepTask,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  if (signal.aborted) return;
  try {
    for (const fault of await task(signal)) onError(fault);
  } catch (error) {
    onError(error);
  }
}
