import type { TaskLimits } from '../document/worker/parser-worker.ts';
import { type Child, type ChildScript, startChild } from './child.ts';
import { createPlaces } from './places.ts';

/** A child that did nothing for this long gives its memory back. */
const IDLE_MS = 60_000;
/** A child that holds more than this part of its limit after a use is replaced: its memory does not shrink. */
const RECYCLE_SHARE = 0.5;

/** Settings of one kind of children. */
export interface SandboxOptions extends ChildScript {
  /** Children at most that work at a time; they start when they are needed, and as many may wait for work. */
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

interface Seat {
  readonly child: Child;
  uses: number;
  idleTimer?: NodeJS.Timeout;
}

/** A bounded, recycled set of child processes. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const places = createPlaces(options.size);
  const idle: Seat[] = [];
  const busy = new Set<Seat>();

  const acquire = (): Seat => {
    let seat = idle.pop();
    while (seat?.child.isDead) seat = idle.pop();
    clearTimeout(seat?.idleTimer);
    seat ??= newSeat(options);
    busy.add(seat);
    // It starts while this one works: who comes next need not wait for modules to load.
    if (seat.uses + 1 >= options.usesPerChild && idle.length < options.size) keep(newSeat(options));
    return seat;
  };

  const keep = (seat: Seat): void => {
    seat.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(seat), 1);
      void seat.child.kill();
    }, IDLE_MS).unref();
    idle.push(seat);
  };

  const release = async (seat: Seat): Promise<void> => {
    seat.uses += 1;
    const isWorn = seat.child.isDead || seat.uses >= options.usesPerChild || (await isGrown(seat, options));
    busy.delete(seat);
    if (isWorn || places.isClosed) await seat.child.kill();
    else keep(seat);
  };

  return {
    async use(signal, work) {
      await places.enter(signal);
      const seat = acquire();
      try {
        return await work((task) => seat.child.run(task, options.limits, signal));
      } finally {
        await release(seat);
        places.leave();
      }
    },
    async close() {
      places.close();
      for (const { idleTimer } of idle) clearTimeout(idleTimer);
      await Promise.all([...idle, ...busy].map(({ child }) => child.kill()));
    },
  };
}

const newSeat = (script: ChildScript): Seat => ({ child: startChild(script), uses: 0 });

const isGrown = async ({ child }: Seat, { limits }: SandboxOptions): Promise<boolean> =>
  (await child.memoryMb()) > limits.memoryMb * RECYCLE_SHARE;
