import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EvidenceError } from '../../core/error.ts';
import { abortError, type TaskLimits } from '../document/worker/parser-worker.ts';
import type { TaskReply } from '../document/worker/protocol.ts';
import { type ProcessUsage, processUsage } from './process-usage.ts';

/** How often a busy child is looked at: native code may take a gigabyte in a second. */
const CHECK_MS = 100;
/** A task may take this many times its CPU time by the clock: a busy machine is no fault of the document. */
const PATIENCE = 4;

/** What runs in a child process. */
export interface ChildScript {
  /** Module that calls `answerParent`. */
  readonly script: URL;
  /** Its `process.argv.slice(2)`. */
  readonly args: readonly string[];
}

/** A process of its own for native parsers: it can crash or be killed without harm to the service. */
export interface Child {
  /**
   * Runs one task; never two at a time.
   *
   * @throws `DOCUMENT_TOO_LARGE` when a limit kills the child, `DOCUMENT_CORRUPT` when it crashes,
   *   `DEADLINE_EXCEEDED` when the machine is too slow or `signal` aborts; the child is dead after each of these.
   *   Otherwise the task's own error.
   */
  run(task: unknown, limits: TaskLimits, signal: AbortSignal): Promise<unknown>;
  /** Resident memory in MiB. */
  memoryMb(): Promise<number>;
  /** Kills the process and waits until it is gone. */
  kill(): Promise<void>;
  readonly isDead: boolean;
}

/** Starts a child. It sees no environment, and what its libraries print is dropped: stdout is the MCP stream. */
export function startChild({ script, args }: ChildScript): Child {
  const child = fork(fileURLToPath(script), args, {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const state = { isDead: false };
  child.once('exit', () => {
    state.isDead = true;
  });
  // Sending to a child that just died must not become an uncaught error; 'exit' follows it.
  child.on('error', () => undefined);
  hold(child, false);

  const kill = async (): Promise<void> => {
    state.isDead = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  return {
    async run(task, limits, signal) {
      hold(child, true);
      try {
        const outcome = await outcomeOf(child, task, { limits, signal });
        if (outcome instanceof EvidenceError) {
          await kill();
          throw outcome;
        }
        if (outcome.ok) return outcome.value;
        throw new EvidenceError(outcome.code, undefined, { cause: outcome.cause, details: outcome.details });
      } finally {
        hold(child, false);
      }
    },
    memoryMb: async () => (await usageOf(child)).memoryMb,
    kill,
    get isDead() {
      return state.isDead;
    },
  };
}

/** Whether the child keeps the service from ending: only while it works. */
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

interface Guards {
  readonly limits: TaskLimits;
  readonly signal: AbortSignal;
}

/** The child's reply, or the reason why it has to die. */
async function outcomeOf(
  child: ChildProcess,
  task: unknown,
  { limits, signal }: Guards,
): Promise<TaskReply | EvidenceError> {
  const { promise, resolve } = Promise.withResolvers<TaskReply | EvidenceError>();
  const onMessage = (reply: unknown) => resolve(reply as TaskReply);
  const onExit = () => resolve(new EvidenceError('DOCUMENT_CORRUPT'));
  const onAbort = () => resolve(abortError(signal));
  const deadline = setTimeout(() => resolve(new EvidenceError('DEADLINE_EXCEEDED')), limits.cpuMs * PATIENCE);
  const guard = setInterval(createGuard(child, limits, resolve), CHECK_MS);
  child.once('message', onMessage);
  child.once('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    else child.send(task as object, (error) => error && onExit());
    return await promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(guard);
    child.off('message', onMessage).off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Looks at what a child uses, and calls `kill` when that is more than its limits. */
function createGuard(child: ChildProcess, limits: TaskLimits, kill: (reason: EvidenceError) => void) {
  const before = usageOf(child);
  return async (): Promise<void> => {
    const [{ cpuMs: cpuMsBefore }, { cpuMs, memoryMb }] = await Promise.all([before, usageOf(child)]);
    if (memoryMb > limits.memoryMb) kill(tooLarge({ limit_mb: limits.memoryMb }));
    if (cpuMs - cpuMsBefore > limits.cpuMs) kill(tooLarge({ limit_cpu_ms: limits.cpuMs }));
  };
}

const usageOf = (child: ChildProcess): Promise<ProcessUsage> => processUsage(child.pid ?? 0);

function tooLarge(details: Readonly<Record<string, number>>): EvidenceError {
  const message = 'The document takes more time or memory than the service gives it.';
  return new EvidenceError('DOCUMENT_TOO_LARGE', message, { details });
}
