import { isAllowedAddress } from '../../domain/egress/address.ts';
import { isBrowserService } from '../../domain/egress/browser-services.ts';
import type { EgressTarget, UrlVerdict } from '../../domain/egress/policy.ts';
import type { ProxyDenial } from '../../domain/egress/port.ts';
import type { SessionRecord } from './proxy-session.ts';
import type { Resolver } from './resolver.ts';

/** A request that may go out. */
export interface Admitted {
  readonly target: EgressTarget;
  /** The only addresses its connection may use. */
  readonly addresses: readonly string[];
}

/** What a request asks for, and for whom. */
interface AdmissionRequest {
  readonly session: SessionRecord;
  /** As the browser sent it; recorded when denied. */
  readonly asked: string;
  readonly verdict: UrlVerdict;
  readonly signal: AbortSignal;
}

/** Null when denied; the session then knows why. @throws the reason of the request's signal. */
export type Admission = (request: AdmissionRequest) => Promise<Admitted | null>;

/** @param ownPort the proxy's own: through it a page could try the credentials of other captures. */
export function createAdmission(resolve: Resolver, ownPort: number): Admission {
  const isOwn = (address: string, port: number) => port === ownPort && !isAllowedAddress(address, port, []);
  return async ({ session, asked, verdict, signal }) => {
    const host = verdict.allowed ? verdict.target.host : '';
    const deny = (reason: ProxyDenial['reason'], address: string | null = null) => {
      session.recordDenial({ url: asked, host, address, reason });
      return null;
    };
    const refusal = session.refusal();
    if (refusal !== null) return deny(refusal);
    if (!verdict.allowed) return deny(verdict.reason);
    if (isBrowserService(host)) return deny('browser-service');
    const resolution = await resolve(verdict.target, signal);
    if (!resolution.allowed) return deny(resolution.reason, resolution.address);
    const own = resolution.addresses.find((address) => isOwn(address, verdict.target.port));
    if (own !== undefined) return deny('address', own);
    return { target: verdict.target, addresses: resolution.addresses };
  };
}
