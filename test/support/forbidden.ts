import dgram from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** A port of 127.0.0.1 that nobody may reach, by TCP or UDP. */
export interface Forbidden {
  readonly port: number;
  /** What reached it all the same: the first bytes of each connection or datagram. */
  readonly visits: readonly string[];
  close(): Promise<void>;
}

/** @param address another one of loopback, with `port` taken elsewhere. */
export async function startForbidden(address = '127.0.0.1', port = 0): Promise<Forbidden> {
  const visits: string[] = [];
  const tcp = createServer((socket) => {
    const visit = visits.push('connection') - 1;
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      visits[visit] = bytes.toString('latin1');
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nsecret');
    });
  });
  tcp.listen(port, address);
  await once(tcp, 'listening');
  const taken = portOf(tcp);
  const udp = dgram.createSocket('udp4', (bytes) => visits.push(bytes.toString('latin1')));
  udp.bind(taken, address);
  await once(udp, 'listening');
  return {
    port: taken,
    visits,
    async close() {
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
