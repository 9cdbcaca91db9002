import { setImmediate } from 'node:timers/promises';

/** Passes progress of a running call on, in order. */
export interface ProgressRelay {
  readonly progress: (percent: number, stage: string) => void;
  /** Resolves once everything was sent. Await it before answering: clients drop progress that comes with the result. */
  settled(): Promise<void>;
}

/**
 * @param send sends one notification; null when the client asked for none. A client that is gone is no fault.
 */
export function relayProgress(
  send: ((progress: number, message: string) => Promise<void>) | null,
): ProgressRelay {
  let last = -1;
  let sent = Promise.resolve();
  return {
    progress(percent, stage) {
      // The protocol wants a number that grows with every notification.
      if (!send || percent <= last) return;
      last = percent;
      sent = sent.then(() => send(percent, stage)).catch(() => {});
    },
    async settled() {
      await sent;
      // A turn of the loop puts the answer into a write of its own.
      if (last >= 0) await setImmediate();
    },
  };
}
