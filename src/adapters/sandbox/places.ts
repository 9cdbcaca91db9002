import { EvidenceError } from '../../core/error.ts';
import { abortError } from '../document/worker/parser-worker.ts';

/** Callers that may wait for a place. */
const MAX_WAITING = 64;

/** A bounded number of places, given out in the order of asking. */
export interface Places {
  /** @throws `OVERLOADED` when too many wait or the service stops, `DEADLINE_EXCEEDED` when `signal` aborts. */
  enter(signal: AbortSignal): Promise<void>;
  /** Gives the place to the next in line. */
  leave(): void;
  /** Turns away all who wait and all who come. */
  close(): void;
  readonly isClosed: boolean;
}

/** @param size places at a time. */
export function createPlaces(size: number): Places {
  const waiting: (() => void)[] = [];
  const state = { taken: 0, isClosed: false };
  return {
    async enter(signal) {
      if (signal.aborted) throw abortError(signal);
      if (waiting.length >= MAX_WAITING) throw new EvidenceError('OVERLOADED');
      if (state.taken >= size) await turnOf(waiting, signal);
      else state.taken += 1;
      if (state.isClosed) throw new EvidenceError('OVERLOADED', 'The service is stopping.');
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else state.taken -= 1;
    },
    close() {
      state.isClosed = true;
      for (const turn of waiting.splice(0)) turn();
    },
    get isClosed() {
      return state.isClosed;
    },
  };
}

/** Waits in line; who gives up leaves it. */
function turnOf(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onTurn = () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = () => {
      waiting.splice(waiting.indexOf(onTurn), 1);
      reject(abortError(signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.push(onTurn);
  });
}
