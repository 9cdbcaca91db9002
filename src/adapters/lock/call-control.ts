import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { EvidenceError } from '../../core/error.ts';
import { fromFailure, readLines, responseSchema } from './messages.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** One request to a running service. */
export interface ControlCall {
  readonly method: string;
  readonly params: unknown;
  /** Default: a minute. */
  readonly timeoutMs?: number;
}

/** Answer of a running service, or that there is none. */
export type ControlAnswer =
  | { readonly isServed: false }
  | { readonly isServed: true; readonly result: unknown };

/**
 * Ask the service that holds a data folder to do something.
 *
 * @returns `isServed: false` when no living process listens on the socket.
 * @throws EvidenceError the failure of the method; `DEADLINE_EXCEEDED`; `INTERNAL` when the
 *   peer does not speak our language.
 */
export async function callControl(path: string, call: ControlCall): Promise<ControlAnswer> {
  const socket = await connect(path);
  if (!socket) return { isServed: false };
  const deadline = AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const abort = () => socket.destroy();
  deadline.addEventListener('abort', abort);
  try {
    socket.write(`${JSON.stringify({ id: 1, method: call.method, params: call.params })}\n`);
    return { isServed: true, result: await readResult(socket) };
  } catch (error) {
    if (error instanceof EvidenceError) throw error;
    throw new EvidenceError(deadline.aborted ? 'DEADLINE_EXCEEDED' : 'INTERNAL', undefined, { cause: error });
  } finally {
    deadline.removeEventListener('abort', abort);
    socket.destroy();
  }
}

async function connect(path: string): Promise<Socket | null> {
  const socket = createConnection({ path });
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    // No socket, or one whose process is gone. Anything else (EACCES, EAGAIN) may hide a living one.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw new EvidenceError('DATA_DIR_LOCKED', 'The socket of the data folder cannot be reached.', {
      cause: error,
    });
  }
}

async function readResult(socket: Socket): Promise<unknown> {
  for await (const line of readLines(socket)) {
    const response = responseSchema.parse(JSON.parse(line));
    if (response.error) throw fromFailure(response.error);
    return response.result;
  }
  throw new Error('control connection closed without an answer');
}
