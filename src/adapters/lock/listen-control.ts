import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { EvidenceError, toEvidenceError } from '../../core/error.ts';
import { callControl } from './call-control.ts';
import { parseRequest, readLines, toFailure } from './messages.ts';
import { withTakeover } from './takeover.ts';

/** Does one method. What it returns is sent as JSON. */
export type ControlHandler = (params: unknown) => Promise<unknown>;

/** Where to listen and what to answer. */
export interface ControlOptions {
  /** From {@link controlSocketPath}. */
  readonly path: string;
  /** By method name, e.g. `apikeys.create`. `pid` is answered always. */
  readonly handlers: Readonly<Record<string, ControlHandler>>;
}

/** The held lock. Closing gives it up. */
export interface Control {
  close(): Promise<void>;
}

/** Calls over MCP hold one each, and a synchronous capture holds it for 25 s. */
const MAX_CONNECTIONS = 256;
const IDLE_TIMEOUT_MS = 600_000;
const PID_TIMEOUT_MS = 2_000;

/**
 * Hold the lock of a data folder: a Unix socket that only its owner can connect to. Who can connect is
 * alive; a refused connection is the leftover of a dead process and is taken over. Whoever holds the
 * socket serves the commands that need the folder (design.md 4.13).
 *
 * @throws EvidenceError `DATA_DIR_LOCKED`, naming the process that holds it.
 */
export async function listenControl({ path, handlers }: ControlOptions): Promise<Control> {
  const all: ControlOptions['handlers'] = { ...handlers, pid: async () => process.pid };
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    // A peer may vanish at any time; `serve` sees the end of the stream.
    socket.on('error', () => {});
    void serve(socket, all);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await withTakeover(path, async () => {
    await assertFree(path);
    await rm(path, { force: true });
    server.listen({ path });
    await once(server, 'listening');
    await chmod(path, 0o600);
  });
  return {
    async close() {
      if (!server.listening) return;
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function assertFree(path: string): Promise<void> {
  const pid = await holderPid(path);
  if (pid === null) return;
  throw new EvidenceError(
    'DATA_DIR_LOCKED',
    pid === 0 ? undefined : `Process ${pid} uses this data folder.`,
    { details: { pid } },
  );
}

/** @returns the living process that holds the socket: 0 when it does not say, null when there is none. */
async function holderPid(path: string): Promise<number | null> {
  try {
    const answer = await callControl(path, { method: 'pid', params: null, timeoutMs: PID_TIMEOUT_MS });
    return answer.isServed ? Number(answer.result) : null;
  } catch {
    return 0;
  }
}

async function serve(socket: Socket, handlers: ControlOptions['handlers']): Promise<void> {
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
  try {
    for await (const line of readLines(socket))
      socket.write(`${JSON.stringify(await answer(line, handlers))}\n`);
  } catch {
    // The peer went away or sent too much: there is nobody to tell.
    socket.destroy();
  }
}

async function answer(line: string, handlers: ControlOptions['handlers']): Promise<unknown> {
  let id: number | null = null;
  try {
    const request = parseRequest(line);
    id = request.id;
    const handler = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined;
    if (!handler) throw new EvidenceError('TOOL_UNKNOWN', 'The running service does not know this command.');
    return { id, result: (await handler(request.params)) ?? null };
  } catch (error) {
    return { id, error: toFailure(toEvidenceError(error)) };
  }
}
