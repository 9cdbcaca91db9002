import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { normaliseAddress } from '../../domain/egress/address.ts';
import type { EgressTarget } from '../../domain/egress/policy.ts';
import type { TlsFacts } from '../../domain/egress/port.ts';
import { pinTo } from './pinned-socket.ts';

/** Most bytes of a response's header; Node's 16 KiB is too small for some sites' security policies. */
const MAX_HEADER_BYTES = 65_536;

/** What the socket itself says of a connection. */
interface ConnectionFacts {
  readonly peerAddress: string;
  readonly tls: TlsFacts | null;
}

/** A client for one request over one connection to one of the pinned addresses. */
export interface PinnedClient {
  readonly client: Client;
  /** Null until connected. */
  facts(): ConnectionFacts | null;
}

/**
 * Name checks and SNI stay those of the URL; only where the packets go is fixed.
 *
 * @param signal cuts the connection also before it is one: a handshake that stalls is not yet the client's.
 */
export function createPinnedClient(
  target: EgressTarget,
  addresses: readonly string[],
  signal: AbortSignal,
): PinnedClient {
  let facts: ConnectionFacts | null = null;
  const connect = buildConnector({
    allowH2: false,
    // A resumed session would show no certificates.
    maxCachedSessions: 0,
    ...pinTo(addresses),
    signal,
    timeout: 0,
  });
  const client = new Client(target.url.origin, {
    connect: (options, callback) =>
      connect(options, (...result) => {
        const [, socket] = result;
        // On failure the connector calls back with the error alone, whatever its types say.
        if (socket) facts = readFacts(socket);
        callback(...result);
      }),
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { client, facts: () => facts };
}

function readFacts(socket: Socket): ConnectionFacts {
  const peerAddress = normaliseAddress(socket.remoteAddress ?? '') ?? '';
  return { peerAddress, tls: socket instanceof TLSSocket ? readTls(socket) : null };
}

function readTls(socket: TLSSocket): TlsFacts {
  const chain: Uint8Array[] = [];
  for (let next = socket.getPeerX509Certificate(); next !== undefined; next = next.issuerCertificate) {
    chain.push(new Uint8Array(next.raw));
  }
  return { version: socket.getProtocol() ?? '', cipher: socket.getCipher().standardName, chain };
}
