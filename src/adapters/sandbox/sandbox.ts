import { EvidenceError } from '../../core/error.ts';
import { abortError, type TaskLimits } from '../document/worker/parser-worker.ts';
import { type Child, type ChildScript, startChild } from './child.ts';

/** Uses that may wait for a free child. */
const MAX_WAITING = 64;
/** A child that did nothing for this long gives its memory back. */
const IDLE_MS = 60_000;
/** A child that holds more than this part of its limit after a use is replaced: its memory does not shrink. */
const RECYCLE_SHARE = 0.5;

/** Settings of one kind of children. */
export interface SandboxOptions extends ChildScript {
  /** Children at most at a time; they start when they are needed. */
  readonly size: number;
  /** Of one task. */
  readonly limits: TaskLimits;
  /** After this many uses a child is replaced. 1: no document ever meets what another one left behind. */
  readonly usesPerChild: number;
}

/** Sends a task to the child in use. @throws what {@link Child.run} throws. */
export type RunTask = (task: unknown) => Promise<unknown>;

/** Child processes of one kind. */
export interface Sandbox {
  /**
   * Does `work` with a child of its own, to which it may send several tasks, one after the other.
   *
   * @throws `OVERLOADED` when too many wait, `DEADLINE_EXCEEDED` when `signal` aborts, and what the tasks throw.
   */
  use<T>(signal: AbortSignal, work: (run: RunTask) => Promise<T>): Promise<T>;
  /** Kills every child; what runs in them fails. */
  close(): Promise<void>;
}

interface Place {
  readonly child: Child;
  uses: number;
  idleTimer?: NodeJS.Timeout;
}

/** A bounded, recycled set of child processes. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const idle: Place[] = [];
  const busy = new Set<Place>();
  const waiting: (() => void)[] = [];
  const state = { isClosed: false, taken: 0 };

  const enter = async (signal: AbortSignal): Promise<void> => {
    if (state.isClosed) throw new EvidenceError('OVERLOADED', 'The service is stopping.');
    if (signal.aborted) throw abortError(signal);
    if (state.taken < options.size) {
      state.taken += 1;
      return;
    }
    if (waiting.length >= MAX_WAITING) throw new EvidenceError('OVERLOADED');
    await turnOf(waiting, signal);
    if (state.isClosed) throw new EvidenceError('OVERLOADED', 'The service is stopping.');
  };

  /** The place goes to the next in line, if there is one. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else state.taken -= 1;
  };

  const acquire = (): Place => {
    let place = idle.pop();
    while (place?.child.isDead) place = idle.pop();
    clearTimeout(place?.idleTimer);
    place ??= { child: startChild(options), uses: 0 };
    busy.add(place);
    return place;
  };

  const release = async (place: Place): Promise<void> => {
    place.uses += 1;
    const isWorn =
      place.child.isDead ||
      place.uses >= options.usesPerChild ||
      (await place.child.memoryMb()) > options.limits.memoryMb * RECYCLE_SHARE;
    busy.delete(place);
    if (isWorn || state.isClosed) {
      await place.child.kill();
      return;
    }
    place.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(place), 1);
      void place.child.kill();
    }, IDLE_MS).unref();
    idle.push(place);
  };

  return {
    async use(signal, work) {
      await enter(signal);
      const place = acquire();
      try {
        return await work((task) => place.child.run(task, options.limits, signal));
      } finally {
        await release(place);
        leave();
      }
    },
    async close() {
      state.isClosed = true;
      for (const wake of waiting.splice(0)) wake();
      for (const { idleTimer } of idle) clearTimeout(idleTimer);
      await Promise.all([...idle, ...busy].map(({ child }) => child.kill()));
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
