import { EvidenceError } from '../../core/error.ts';
import type {
  FetchHop,
  GuardedFetcher,
  GuardedFetchRequest,
  GuardedFetchResponse,
} from '../../domain/egress/port.ts';
import { createCookieJar } from './cookie-jar.ts';
import { isWorthRetry, translateFailure, unreachable } from './fetch-failure.ts';
import { buildHopHeaders } from './hop-headers.ts';
import { type HopPlan, planRedirect, planSource } from './hop-plan.ts';
import type { BudgetedBody } from './read-body.ts';
import { createResolver, type Resolution, type Resolver, type ResolverOptions } from './resolver.ts';
import { type Visit, type VisitOptions, visit } from './visit.ts';

const DEFAULT_REDIRECTS = 5;

/**
 * The guarded fetch over undici: one pinned connection per hop, redirects by hand, each hop judged anew.
 *
 * A refused or reset connection is tried once more. Cookies set along the chain go back to their own host
 * within the same call only.
 *
 * @see design.md 5.1
 */
export function createGuardedFetcher(options: ResolverOptions): GuardedFetcher {
  const resolve = createResolver(options);
  return {
    async fetch(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
      return followRedirects(request, { resolve, signal }).catch((error: unknown) => {
        if (request.signal?.aborted) throw explainAbort(request.signal.reason);
        if (error instanceof EvidenceError) throw error;
        throw deadline.aborted ? unreachable('timeout', error) : translateFailure(error);
      });
    },
  };
}

/** A caller that aborts with an error of ours says itself what happened. */
const explainAbort = (reason: unknown): EvidenceError =>
  reason instanceof EvidenceError
    ? reason
    : new EvidenceError('DEADLINE_EXCEEDED', undefined, { cause: reason });

interface Way {
  readonly resolve: Resolver;
  readonly signal: AbortSignal;
}

async function followRedirects(request: GuardedFetchRequest, way: Way): Promise<GuardedFetchResponse> {
  const maxRedirects = request.maxRedirects ?? DEFAULT_REDIRECTS;
  const jar = createCookieJar();
  const hops: FetchHop[] = [];
  let scopedHeaderRequests = 0;
  for (let plan = planSource(request); ; ) {
    const resolution = await requireAddresses(plan, way);
    const seen = await visitTwice(plan, {
      addresses: resolution.addresses,
      headers: buildHopHeaders(request, plan, jar.read(plan.target.url)),
      maxBytes: request.maxBytes,
      signal: way.signal,
      followsRedirects: maxRedirects > 0,
    });
    if (plan.isScoped && request.scopedHeaders !== undefined) scopedHeaderRequests += 1;
    hops.push(toHop(plan, resolution.dnsAnswers, seen));
    if (seen.body !== null) return { ...toAnswer(hops, seen, seen.body), scopedHeaderRequests };
    if (seen.location === null || hops.length > maxRedirects) throw unreachable('redirects');
    jar.store(plan.target.url, seen.headers);
    plan = planRedirect(plan, seen.status, seen.location);
  }
}

async function requireAddresses(plan: HopPlan, way: Way): Promise<Resolution & { allowed: true }> {
  const resolution = await way.resolve(plan.target, way.signal);
  if (resolution.allowed) return resolution;
  if (resolution.reason === 'dns') throw unreachable('dns');
  // The address stays out of the details: it would map the operator's network for the caller.
  throw new EvidenceError('URL_BLOCKED', undefined, { details: { reason: 'address' } });
}

async function visitTwice(plan: HopPlan, options: VisitOptions): Promise<Visit> {
  try {
    return await visit(plan, options);
  } catch (error) {
    if (options.signal.aborted || !isWorthRetry(error, plan.method)) throw error;
    return visit(plan, options);
  }
}

function toHop(plan: HopPlan, dnsAnswers: readonly string[], seen: Visit): FetchHop {
  const { body: _, ...facts } = seen;
  return { url: plan.target.url.href, dnsAnswers, ...facts };
}

function toAnswer(hops: readonly FetchHop[], seen: Visit, body: BudgetedBody) {
  const finalUrl = hops.at(-1)?.url ?? '';
  return { hops, finalUrl, status: seen.status, headers: seen.headers, ...body };
}
