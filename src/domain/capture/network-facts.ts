import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../core/canonical-json.ts';
import type { FetchHop, GuardedFetchResponse } from '../egress/port.ts';
import type { CapturedArtifact } from './artifact.ts';
import type { CaptureFacts } from './capture.ts';
import type { PageSnapshot } from './port.ts';
import { redactHeaders } from './redaction.ts';

/** Refused requests of the browser's own, not of the page. */
const BROWSER_SERVICE = 'browser-service';

/** The members of {@link CaptureFacts} that tell of the visit's connections. */
export type VisitFacts = Pick<
  CaptureFacts,
  'final_url' | 'redirects' | 'main_response' | 'network' | 'clock' | 'redactions'
>;

/**
 * What is known of the connections of one visit.
 *
 * @param page null when no browser took part.
 */
export function buildVisitFacts(response: GuardedFetchResponse, page: PageSnapshot | null): VisitFacts {
  const last = lastHop(response);
  const { headers, redactions } = redactHeaders(response.headers);
  const hosts = new Set([...response.hops.map(({ url }) => hostAndPort(url)), ...(page?.hosts ?? [])]);
  return {
    final_url: page?.finalUrl ?? response.finalUrl,
    redirects: response.hops.flatMap(({ url, status, location, peerAddress }) =>
      location === null ? [] : [{ url, status, location, peer_ip: peerAddress }],
    ),
    main_response: {
      status: response.status,
      protocol: last.protocol,
      headers,
      body_fidelity: response.bodyFidelity,
    },
    network: {
      peer_ip: last.peerAddress,
      dns: last.dnsAnswers,
      tls: tlsFacts(last),
      hosts_contacted: hosts.size,
      requests_denied: page?.denials.filter(({ reason }) => reason !== BROWSER_SERVICE).length ?? 0,
    },
    clock: { source: 'system', server_date: headers.find(([name]) => name === 'date')?.[1] ?? null },
    redactions,
  };
}

/**
 * `exchanges.json`: every request of the visit, ours first, and what was refused.
 *
 * @see design.md 4.13
 */
export function buildExchangesArtifact(
  response: GuardedFetchResponse,
  page: PageSnapshot | null,
): CapturedArtifact {
  const ours = response.hops.map((hop) => ({
    url: hop.url,
    method: 'GET',
    status: hop.status,
    address: hop.peerAddress,
    bytes: hop === lastHop(response) ? response.body.length : 0,
    media_type:
      hop.headers
        .find(([name]) => name === 'content-type')?.[1]
        ?.split(';', 1)[0]
        ?.trim() ?? null,
  }));
  const pages = (page?.exchanges ?? []).map(({ mediaType, ...rest }) => ({ ...rest, media_type: mediaType }));
  const content = {
    schema: 'affiant-exchanges/v1',
    requests: [...ours, ...pages],
    denied: page?.denials ?? [],
  };
  return netArtifact('exchanges', content);
}

/** `tls.json`: the certificates seen on our own connections; null when none was encrypted. */
export function buildTlsArtifact({ hops }: GuardedFetchResponse): CapturedArtifact | null {
  const connections = hops.flatMap(({ url, tls }) =>
    tls
      ? [
          {
            origin: new URL(url).origin,
            version: tls.version,
            cipher: tls.cipher,
            chain: tls.chain.map((der) => Buffer.from(der).toString('base64')),
          },
        ]
      : [],
  );
  return connections.length > 0 ? netArtifact('tls', { schema: 'affiant-tls/v1', connections }) : null;
}

function tlsFacts({ tls }: FetchHop): NonNullable<CaptureFacts['network']>['tls'] {
  if (!tls) return null;
  const chain_sha256 = tls.chain.map((der) => createHash('sha256').update(der).digest('hex'));
  return { version: tls.version, chain_sha256, chain_source: 'same-connection' };
}

function lastHop({ hops }: GuardedFetchResponse): FetchHop {
  const last = hops.at(-1);
  if (!last) throw new TypeError('a fetch has at least one hop');
  return last;
}

function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

const netArtifact = (name: 'exchanges' | 'tls', content: unknown): CapturedArtifact => ({
  name,
  path: `artifacts/net/${name}.json`,
  mediaType: 'application/json',
  role: 'original',
  derivedFrom: [],
  tool: 'affiant',
  bytes: canonicalBytes(content),
});
