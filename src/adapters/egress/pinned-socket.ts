import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { EgressTarget } from '../../domain/egress/policy.ts';

/** Of a connection that may go to `addresses` only: tried in turn, a slow one is left for the next. */
export const pinTo = (addresses: readonly string[]) => ({
  lookup: pinnedLookup(addresses),
  autoSelectFamily: true,
  // Slower than any healthy handshake across the world.
  autoSelectFamilyAttemptTimeout: 1_000,
});

/** A connection to make, and what ends it. */
export interface PinnedConnection {
  readonly target: EgressTarget;
  readonly addresses: readonly string[];
  /** Longest silence. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** Connects to a target at one of its judged addresses. */
export function connectPinned({ target, addresses, idleTimeoutMs, signal }: PinnedConnection): Socket {
  const socket = connect({
    ...pinTo(addresses),
    host: target.host,
    port: target.port,
    signal,
    // Otherwise the end of one direction closes both, with bytes still on their way to the other side.
    allowHalfOpen: true,
  });
  return socket.setTimeout(idleTimeoutMs, () => socket.destroy(new Error('nothing moved on the connection')));
}

/** Knows nothing but `addresses`, so that the connection cannot resolve anew. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = records;
  return (_host, options, callback) => {
    if (options.all) callback(null, records);
    else callback(null, first?.address ?? '', first?.family);
  };
}
