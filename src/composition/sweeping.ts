/** How often, and whom to tell of a fault. */
export interface SweepOptions {
  readonly seconds: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Run `sweep` again and again, never twice at a time. A fault is told and does not end it.
 *
 * @returns stops it; a sweep under way ends by itself.
 */
export function startSweeping(sweep: () => Promise<void>, { seconds, onError }: SweepOptions): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    sweep()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  }, seconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
