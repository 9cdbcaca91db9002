export interface RoundsOptions {
  /** One round. It tells its own faults. @returns pause until the next one, in milliseconds. */
  readonly run: (signal: AbortSignal) => Promise<number>;
  /** Pause before the first round, in milliseconds. */
  readonly firstAfterMs: number;
}

/**
 * Work round after round, each begun when the one before has ended.
 *
 * @returns ends it: the round under way sees its signal aborted and is waited for.
 */
export function startRounds({ run, firstAfterMs }: RoundsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let round = Promise.resolve();
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      round = run(stopping.signal).then((pauseMs) => {
        if (!stopping.signal.aborted) schedule(pauseMs);
      });
    }, afterMs);
    // What keeps the process alive is its server, not this.
    timer.unref();
  };
  schedule(firstAfterMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
