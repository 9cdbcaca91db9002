import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAllowedAddress, normaliseAddress } from '../../domain/egress/address.ts';
import type { EgressTarget } from '../../domain/egress/policy.ts';
import type { AllowedNetwork } from '../../domain/egress/port.ts';

/** All addresses of a name. Rejects when there are none. Nobody waits for it once `signal` aborts. */
type LookupAll = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The answer of a {@link Resolver}: addresses that a connection may be pinned to, or why there are none. */
export type Resolution =
  | {
      readonly allowed: true;
      /** Every one is allowed; in the resolver's order of preference. */
      readonly addresses: readonly string[];
      /** What DNS said; empty for a literal. */
      readonly dnsAnswers: readonly string[];
    }
  | { readonly allowed: false; readonly reason: 'dns' | 'address'; readonly address: string | null };

/** Resolves and judges a target. @throws the reason of `signal` when it aborts first. */
export type Resolver = (target: EgressTarget, signal: AbortSignal) => Promise<Resolution>;

export interface ResolverOptions {
  readonly networks: readonly AllowedNetwork[];
  /** Default: the system's resolver, so that hosts files count. */
  readonly lookupAll?: LookupAll;
  /** Default 5,000. */
  readonly timeoutMs?: number;
}

/**
 * A resolver that lets a target through only when every one of its addresses is allowed: with one public
 * and one private record, who chooses between them is the attacker.
 *
 * @see design.md 5.1
 */
export function createResolver(options: ResolverOptions): Resolver {
  const { networks, lookupAll = createSystemLookup(), timeoutMs = 5_000 } = options;
  return async (target, signal) => {
    if (isIP(target.host) !== 0) return judge([target.host], target, networks);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answers = await beforeAbort(lookupAll(target.host, limit), limit).catch(() => []);
    signal.throwIfAborted();
    if (answers.length === 0) return { allowed: false, reason: 'dns', address: null };
    return judge(answers, target, networks);
  };
}

function judge(
  answers: readonly string[],
  target: EgressTarget,
  networks: readonly AllowedNetwork[],
): Resolution {
  const denied = answers.find((address) => !isAllowedAddress(address, target.port, networks));
  if (denied !== undefined) return { allowed: false, reason: 'address', address: denied };
  const addresses = [...new Set(answers.map((address) => normaliseAddress(address) ?? address))];
  return { allowed: true, addresses, dnsAnswers: isIP(target.host) === 0 ? addresses : [] };
}

async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** getaddrinfo holds one of libuv's four threads: a page of dead names must leave some for files and zlib. */
const SYSTEM_LOOKUPS = 2;

function createSystemLookup(): LookupAll {
  let free = SYSTEM_LOOKUPS;
  const waiting: (() => void)[] = [];
  return async (host, signal) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted(); // Given up while it waited: the slot goes to the next one at once.
      const records = await lookup(host, { all: true, order: 'verbatim' });
      return records.map((record) => record.address);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
