import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { afterEach } from 'vitest';

const open = new Set<{ server: Server | TcpServer; sockets: Set<Socket> }>();

afterEach(async () => {
  for (const { server, sockets } of open) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  open.clear();
});

/** Listens on a free loopback port until the test ends. @returns the port. */
export async function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  open.add({ server, sockets });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A web site. */
export const site = (listener: RequestListener): Promise<number> => listen(createServer(listener));

/** A server that speaks raw bytes. */
export const rawServer = (onConnection: (socket: Socket) => void): Promise<number> =>
  listen(createTcpServer(onConnection));

/** Resolves when the other side closed the connection, in whatever way. */
export const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

/** A listener that nobody may reach, and the connections that did. */
export async function forbidden(): Promise<{ port: number; visits: string[] }> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.end('secret');
  });
  server.on('connection', () => visits.push('connection'));
  return { port: await listen(server), visits };
}

/** Sends raw text to a proxy and gives all that comes back. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return answer;
}

/** The loopback ports given, and nothing else of the private world. */
export const allow = (...ports: number[]) => ports.map((port) => ({ cidr: '127.0.0.0/8', port }));
