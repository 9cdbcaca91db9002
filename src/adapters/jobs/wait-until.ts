import type { JobQueue } from './queue.ts';

/** Backstop for a lost notification: the listening connection may be on its way back. */
const POLL_MS = 1_000;

/** Whose changes to await, and until when. */
export interface Wait {
  readonly changes: JobQueue['ended'];
  readonly jobId: string;
  readonly signal: AbortSignal;
}

/**
 * Read until the value is final or the signal aborts: at once, at each change, and once a second.
 *
 * @returns the value read last.
 */
export async function waitUntil<T>(
  wait: Wait,
  read: () => Promise<{ value: T; isFinal: boolean }>,
): Promise<T> {
  let wake = () => {};
  const onChange = () => wake();
  // Before the first read: a change right after it must not be missed.
  wait.changes.on(wait.jobId, onChange);
  wait.signal.addEventListener('abort', onChange);
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { value, isFinal } = await read();
      if (isFinal || wait.signal.aborted) return value;
      const timer = setTimeout(wake, POLL_MS);
      await woken;
      clearTimeout(timer);
    }
  } finally {
    wait.changes.off(wait.jobId, onChange);
    wait.signal.removeEventListener('abort', onChange);
  }
}
