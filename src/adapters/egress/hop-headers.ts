import { EvidenceError } from '../../core/error.ts';
import type { GuardedFetchRequest } from '../../domain/egress/port.ts';
import type { HopPlan } from './hop-plan.ts';

/** Framing and connection are the client's own; a caller who sets them could smuggle a second request. */
const FORBIDDEN =
  /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

/** Credentials by nature: even an unscoped one stays with the source's origin. */
const CREDENTIALS = /^(?:authorization|cookie)$/;

const DEFAULTS: readonly [string, string][] = [
  ['accept', '*/*'],
  ['accept-encoding', 'identity'],
  ['user-agent', 'Affiant'],
];

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The headers of one hop: defaults, the caller's, and the scoped ones while the chain is still at the
 * source's origin.
 *
 * @param cookie what this chain's own jar has for the hop, empty for none.
 * @throws EvidenceError `REQUEST_INVALID` for a name or value that HTTP cannot carry.
 */
export function buildHopHeaders(
  request: GuardedFetchRequest,
  plan: HopPlan,
  cookie: string,
): Record<string, string> {
  const headers = new Map([
    ...DEFAULTS,
    ...lowerCased(request.headers).filter(([name]) => isSent(name, plan)),
    ...(plan.isScoped ? lowerCased(request.scopedHeaders) : []),
  ]);
  if (cookie !== '') headers.set('cookie', [headers.get('cookie') ?? [], cookie].flat().join('; '));
  const sent = [...headers].filter(([name]) => !FORBIDDEN.test(name));
  for (const entry of sent) assertSendable(entry);
  return Object.fromEntries(sent);
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

function isSent(name: string, plan: HopPlan): boolean {
  if (CREDENTIALS.test(name)) return plan.isScoped;
  return plan.body !== null || !name.startsWith('content-');
}

function assertSendable([name, value]: readonly [string, string]): void {
  if (NAME.test(name) && VALUE.test(value)) return;
  throw new EvidenceError('REQUEST_INVALID', 'A header has a name or a value that HTTP cannot carry.');
}
