import { Worker } from 'node:worker_threads';
import { EvidenceError } from '../../../core/error.ts';
import type { TaskReply } from './protocol.ts';

/** How often a busy worker is looked at. */
const CHECK_MS = 250;
/** A task may take this many times its CPU time by the clock: a busy machine is no fault of the document. */
const PATIENCE = 8;
/** Parsers make many objects at once; with V8's default a third of their time is spent moving them. */
const YOUNG_HEAP_MB = 96;

/** What one task may use. */
export interface TaskLimits {
  /** CPU time of its thread, counted from the first look at it. */
  readonly cpuMs: number;
  /** Heap and array buffers together. V8's own limit knows only the heap. */
  readonly memoryMb: number;
}

/** One thread that runs parsers, and can be killed at any moment. */
export interface ParserWorker {
  /**
   * Runs one task; never two at a time.
   *
   * @throws `DOCUMENT_TOO_LARGE` when a limit kills the worker, `DOCUMENT_CORRUPT` when it crashes,
   *   `DEADLINE_EXCEEDED` when the machine is too slow or `signal` aborts. It is dead after each of these.
   */
  run(task: unknown, limits: TaskLimits, signal: AbortSignal): Promise<unknown>;
  kill(): Promise<void>;
  readonly isDead: boolean;
  readonly tasksDone: number;
}

/**
 * Starts a worker thread on a script that calls `answerTasks`. It sees no environment variables, and
 * what its libraries print is dropped: stdout belongs to the MCP stream.
 */
export function startParserWorker(script: URL, heapMb: number): ParserWorker {
  const thread = new Worker(script, {
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  thread.stdout.resume();
  thread.stderr.resume();
  const state = { isDead: false, tasksDone: 0 };
  thread.once('exit', () => {
    state.isDead = true;
  });
  // A crash between tasks must not become an uncaught error of the service; 'exit' follows it.
  thread.on('error', () => undefined);
  thread.unref();

  const kill = async (): Promise<void> => {
    state.isDead = true;
    await thread.terminate();
  };

  const run = async (task: unknown, limits: TaskLimits, signal: AbortSignal): Promise<unknown> => {
    thread.ref();
    try {
      const outcome = await outcomeOf(thread, task, { limits, signal });
      if (outcome instanceof EvidenceError) {
        await kill();
        throw outcome;
      }
      state.tasksDone += 1;
      if (outcome.ok) return outcome.value;
      const { code, details, cause } = outcome;
      throw new EvidenceError(code, undefined, { cause, details });
    } finally {
      thread.unref();
    }
  };

  return {
    run,
    kill,
    get isDead() {
      return state.isDead;
    },
    get tasksDone() {
      return state.tasksDone;
    },
  };
}

interface Guards {
  readonly limits: TaskLimits;
  readonly signal: AbortSignal;
}

/** The worker's reply, or the reason why it has to die. */
async function outcomeOf(
  thread: Worker,
  task: unknown,
  { limits, signal }: Guards,
): Promise<TaskReply | EvidenceError> {
  const { promise, resolve } = Promise.withResolvers<TaskReply | EvidenceError>();
  const onError = (cause: unknown) => resolve(crashed(cause, limits));
  const onExit = () => resolve(new EvidenceError('DOCUMENT_CORRUPT'));
  const onAbort = () => resolve(abortError(signal));
  const deadline = setTimeout(() => resolve(new EvidenceError('DEADLINE_EXCEEDED')), limits.cpuMs * PATIENCE);
  const guard = setInterval(createGuard(thread, limits, resolve), CHECK_MS);
  thread.once('message', resolve);
  thread.once('error', onError);
  thread.once('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    else thread.postMessage(task);
    return await promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(guard);
    thread.off('message', resolve).off('error', onError).off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Looks at what a thread uses, and calls `kill` when that is more than its limits. */
function createGuard(thread: Worker, limits: TaskLimits, kill: (reason: EvidenceError) => void): () => void {
  let cpuMsBefore: number | undefined;
  const check = async (): Promise<void> => {
    // Both are answered by an interrupt, so also while the thread is deep in a loop.
    const [heap, cpu] = await Promise.all([thread.getHeapStatistics(), thread.cpuUsage()]);
    const memoryMb = (heap.used_heap_size + heap.external_memory) / 2 ** 20;
    const cpuMs = (cpu.user + cpu.system) / 1_000;
    cpuMsBefore ??= cpuMs;
    if (memoryMb > limits.memoryMb) kill(tooLarge({ limit_mb: limits.memoryMb }));
    if (cpuMs - cpuMsBefore > limits.cpuMs) kill(tooLarge({ limit_cpu_ms: limits.cpuMs }));
  };
  return () => {
    // It rejects once the thread is gone; then 'exit' has told so.
    check().catch(() => undefined);
  };
}

function crashed(cause: unknown, limits: TaskLimits): EvidenceError {
  const isOutOfMemory =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory
    ? tooLarge({ limit_mb: limits.memoryMb })
    : new EvidenceError('DOCUMENT_CORRUPT', undefined, { cause });
}

function tooLarge(details: Readonly<Record<string, number>>): EvidenceError {
  const message = 'The document takes more time or memory than the service gives it.';
  return new EvidenceError('DOCUMENT_TOO_LARGE', message, { details });
}

/** The error of work that its caller gave up: the caller's own, or `DEADLINE_EXCEEDED`. */
export const abortError = ({ reason }: AbortSignal): EvidenceError =>
  reason instanceof EvidenceError
    ? reason
    : new EvidenceError('DEADLINE_EXCEEDED', undefined, { cause: reason });
