import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { normaliseAddress } from '../../domain/egress/address.ts';
import type { EgressTarget } from '../../domain/egress/policy.ts';
import type { ProxiedExchange, ProxyDenial, ProxySession } from '../../domain/egress/port.ts';
import { meterBytes } from './byte-meter.ts';

/** Open sockets of one session; Chromium opens at most 32 to a proxy, and as many again for WebSockets. */
const MAX_SOCKETS = 256;

/** Requests of one session, denied ones included: what its record may hold. */
const MAX_REQUESTS = 10_000;

/** Longest URL that is recorded whole. */
const MAX_URL_LENGTH = 4_096;

/** What a session is allowed to do. */
export interface SessionLimits {
  /** Both directions of all its connections. */
  readonly maxBytes: number;
  /** Denies every request. */
  readonly offline?: boolean;
}

/** An upstream connection just made. */
interface ConnectedUpstream {
  /** What the record calls it, see {@link ProxiedExchange}. */
  readonly label: string;
  readonly target: EgressTarget;
  readonly upstream: Socket;
  /** What the upstream is written from. */
  readonly browser: Readable;
}

/** A session as the proxy's own modules use it. */
export interface SessionRecord extends ProxySession {
  hasPassword(password: string): boolean;
  /** Why the session may request nothing more; null while it may. */
  refusal(): 'credential' | 'offline' | 'budget' | null;
  recordDenial(denial: ProxyDenial): void;
  /** Notes a connected upstream; what it carries counts against the budget, whichever side speaks. */
  recordExchange(connected: ConnectedUpstream): void;
  /** Cuts the browser's `socket` when the session ends or its budget is spent. @returns aborts as it closes. */
  attach(socket: Duplex): AbortSignal;
}

/** Opens the record of one capture. @param onClose called when its credential is void. */
export function createProxySession(
  { maxBytes, offline = false }: SessionLimits,
  onClose: () => void,
): SessionRecord {
  const password = randomBytes(24).toString('base64url');
  const exchanges: (() => ProxiedExchange)[] = [];
  const denials: ProxyDenial[] = [];
  const sockets = new Set<Duplex>();
  let isClosed = false;
  let usedBytes = 0;

  const isFull = () => exchanges.length + denials.length >= MAX_REQUESTS || sockets.size >= MAX_SOCKETS;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const spend = (bytes: number) => {
    usedBytes += bytes;
    if (usedBytes > maxBytes) cutAll();
  };

  return {
    username: `session-${randomBytes(12).toString('hex')}`,
    password,
    get exchanges() {
      return exchanges.map((read) => read());
    },
    get denials() {
      return [...denials];
    },
    hasPassword: (given) => isEqualSecret(given, password),
    refusal() {
      if (isClosed) return 'credential';
      if (offline) return 'offline';
      return usedBytes > maxBytes || isFull() ? 'budget' : null;
    },
    recordDenial(denial) {
      if (exchanges.length + denials.length >= MAX_REQUESTS) return;
      denials.push({ ...denial, url: denial.url.slice(0, MAX_URL_LENGTH) });
    },
    recordExchange({ label, target: { host, port }, upstream, browser }) {
      const address = normaliseAddress(upstream.remoteAddress ?? '') ?? '';
      const facts = { target: label.slice(0, MAX_URL_LENGTH), host, port, address };
      const readBytes = meterBytes(upstream, browser, spend);
      exchanges.push(() => ({ ...facts, ...readBytes() }));
    },
    attach(socket) {
      const closed = new AbortController();
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        closed.abort();
      });
      return closed.signal;
    },
    close() {
      isClosed = true;
      onClose();
      cutAll();
    },
  };
}

function isEqualSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
