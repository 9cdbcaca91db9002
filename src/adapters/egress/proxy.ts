import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { EgressProxy } from '../../domain/egress/port.ts';
import { createAdmission } from './proxy-admission.ts';
import { answerConnect, answerPlain, type ProxyContext } from './proxy-handlers.ts';
import { createProxySession, type SessionRecord } from './proxy-session.ts';
import { createResolver, type ResolverOptions } from './resolver.ts';

export interface EgressProxyOptions extends ResolverOptions {
  /** A connection on which nothing moves for so long is cut. Default 30,000. */
  readonly idleTimeoutMs?: number;
}

const MAX_HEADER_BYTES = 65_536;
const HEADERS_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 1_024;

/**
 * Starts the filtering proxy on a free loopback port.
 *
 * Every request is judged by itself and gets an upstream connection of its own: a connection from the
 * browser carries one request, so that nothing can ride behind an admitted one.
 *
 * @see design.md 5.2
 */
export async function startEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const { idleTimeoutMs = 30_000 } = options;
  const sessions = new Map<string, SessionRecord>();
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = limitConnections(server, idleTimeoutMs);
  const admit = createAdmission(createResolver(options), port);
  serve(server, { sessions, admit, idleTimeoutMs });
  return {
    serverUrl: `http://127.0.0.1:${port}`,
    openSession(limits) {
      const session = createProxySession(limits, () => sessions.delete(session.username));
      sessions.set(session.username, session);
      return session;
    },
    async close() {
      for (const session of sessions.values()) session.close();
      for (const client of clients) client.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The open connections. Those that became tunnels leave the server's own list. */
function limitConnections(server: Server, idleTimeoutMs: number): ReadonlySet<Socket> {
  const clients = new Set<Socket>();
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = 1;
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('error', () => client.destroy());
    client.setTimeout(idleTimeoutMs, () => client.destroy());
  });
  return clients;
}

function serve(server: Server, context: ProxyContext): void {
  server.on('request', (incoming, response) => {
    response.shouldKeepAlive = false;
    answerPlain(incoming, response, context).catch(() => incoming.socket.destroy());
  });
  server.on('connect', (incoming, client, head) => {
    answerConnect(incoming, { client, head }, context).catch(() => client.destroy());
  });
  server.on('clientError', (_error, client) => {
    if (client.writable) client.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    else client.destroy();
  });
}
