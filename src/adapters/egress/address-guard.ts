import { EvidenceError } from '../../core/error.ts';
import { judgeUrl } from '../../domain/egress/policy.ts';
import type { AddressGuard } from '../../domain/webhook/port.ts';
import { createResolver, type ResolverOptions } from './resolver.ts';

/** A caller waits for it: a slow name passes, like one that does not resolve. */
const TIMEOUT_MS = 2_000;

/** Judges addresses by the same resolver and rules as every request that goes out. */
export function createAddressGuard(options: ResolverOptions): AddressGuard {
  const resolve = createResolver({ timeoutMs: TIMEOUT_MS, ...options });
  return {
    async assertAllowed(url, signal) {
      const verdict = judgeUrl(url.href);
      const resolution = verdict.allowed ? await resolve(verdict.target, signal) : null;
      if (resolution?.allowed || resolution?.reason === 'dns') return;
      // The address stays out of the details: it would map the operator's network for the caller.
      throw new EvidenceError('URL_BLOCKED', 'The address may not be reached from here.', {
        details: { reason: 'address' },
        hint: 'Name a public http or https address.',
      });
    },
  };
}
