import { EvidenceError } from '../../../core/error.ts';
import { abortError, type ParserWorker, startParserWorker, type TaskLimits } from './parser-worker.ts';

/** After this many tasks a worker is replaced: what its libraries leak goes with it. */
const TASKS_PER_WORKER = 100;
/** A worker that did nothing for this long, or up to twice as long, gives its memory back. */
const IDLE_MS = 60_000;
/** Tasks that may wait for a free worker. */
const MAX_WAITING = 64;

/** Settings of one pool. */
export interface PoolOptions {
  /** Module that calls `answerTasks`. */
  readonly script: URL;
  /** Workers at most; they start when they are needed. */
  readonly size: number;
  readonly limits: TaskLimits;
}

/** Workers of one kind, each task on a worker of its own. */
export interface WorkerPool {
  /**
   * @param limits override the pool's own.
   * @throws `OVERLOADED` when too many tasks wait, and what the worker's task throws.
   */
  run(task: unknown, signal: AbortSignal, limits?: Partial<TaskLimits>): Promise<unknown>;
  /** Kills every worker; tasks in them fail, waiting ones too. */
  close(): Promise<void>;
}

/** A pool of recycled parser workers. */
export function createWorkerPool({ script, size, limits }: PoolOptions): WorkerPool {
  const idle: ParserWorker[] = [];
  const busy = new Set<ParserWorker>();
  const waiting: (() => void)[] = [];
  let unused: ReadonlySet<ParserWorker> = new Set();
  let isClosed = false;

  const sweeper = setInterval(() => {
    for (const worker of idle.splice(0)) {
      if (unused.has(worker) || worker.isDead) void worker.kill();
      else idle.push(worker);
    }
    unused = new Set(idle);
  }, IDLE_MS).unref();

  const nextRelease = (): Promise<void> => {
    if (waiting.length >= MAX_WAITING) throw new EvidenceError('OVERLOADED');
    return new Promise((resolve) => waiting.push(resolve));
  };

  const acquire = async (): Promise<ParserWorker> => {
    while (busy.size >= size && !isClosed) await nextRelease();
    if (isClosed) throw new EvidenceError('OVERLOADED', 'The service is stopping.');
    const worker = idle.pop() ?? startParserWorker(script, limits.memoryMb);
    busy.add(worker);
    return worker;
  };

  const release = (worker: ParserWorker): void => {
    busy.delete(worker);
    unused = unused.difference(new Set([worker]));
    if (!worker.isDead && worker.tasksDone < TASKS_PER_WORKER && !isClosed) idle.push(worker);
    else void worker.kill();
    waiting.shift()?.();
  };

  return {
    async run(task, signal, override = {}) {
      const worker = await acquire();
      try {
        if (signal.aborted) throw abortError(signal);
        return await worker.run(task, { ...limits, ...override }, signal);
      } finally {
        release(worker);
      }
    },
    async close() {
      isClosed = true;
      clearInterval(sweeper);
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...idle, ...busy].map((worker) => worker.kill()));
    },
  };
}
