import { EvidenceError } from '../../core/error.ts';
import { type EgressTarget, judgeUrl } from '../../domain/egress/policy.ts';
import type { GuardedFetchRequest } from '../../domain/egress/port.ts';

/** One request of a redirect chain, before its headers. */
export interface HopPlan {
  readonly target: EgressTarget;
  readonly method: 'GET' | 'POST' | 'HEAD';
  readonly body: Uint8Array | string | null;
  /** Origin of the source: only there scoped headers go. */
  readonly scope: string;
  /** Whether this hop is at that origin. Each hop is judged anew (design.md 5.3). */
  readonly isScoped: boolean;
}

/** The first hop. @throws EvidenceError `URL_BLOCKED`. */
export function planSource({ url, method = 'GET', body }: GuardedFetchRequest): HopPlan {
  const target = requireTarget(url);
  return { target, method, body: body ?? null, scope: target.url.origin, isScoped: true };
}

/**
 * The hop that a redirect asks for.
 *
 * @param location the absolute URL from {@link readLocation}: from the peer, untrusted.
 * @throws EvidenceError `URL_BLOCKED`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4
 */
export function planRedirect(plan: HopPlan, status: number, location: string): HopPlan {
  const target = requireTarget(location);
  const becomesGet = status === 303 ? plan.method !== 'HEAD' : status < 303 && plan.method === 'POST';
  return {
    target,
    method: becomesGet ? 'GET' : plan.method,
    body: becomesGet ? null : plan.body,
    scope: plan.scope,
    isScoped: target.url.origin === plan.scope,
  };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer redirects to as an absolute URL; null when it does not, or to nothing that is a URL. */
export function readLocation(
  { status, headers }: { status: number; headers: readonly (readonly [string, string])[] },
  base: URL,
): string | null {
  const value = headers.find(([name]) => name === 'location')?.[1];
  if (value === undefined || !REDIRECTS.has(status)) return null;
  // Header values are bytes read as Latin-1; browsers take those of a location for UTF-8.
  const url = URL.parse(Buffer.from(value, 'latin1').toString('utf8'), base.href);
  if (url !== null && url.hash === '') url.hash = base.hash;
  return url?.href ?? null;
}

function requireTarget(url: string): EgressTarget {
  const verdict = judgeUrl(url);
  if (verdict.allowed) return verdict.target;
  throw new EvidenceError('URL_BLOCKED', undefined, { details: { reason: verdict.reason } });
}
