import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  buildExchangesArtifact,
  buildTlsArtifact,
  buildVisitFacts,
} from '../../../src/domain/capture/network-facts.ts';
import type { FetchHop, GuardedFetchResponse } from '../../../src/domain/egress/port.ts';

const certificate = new Uint8Array([0x30, 0x03, 1, 2, 3]);
const hop = (more: Partial<FetchHop> = {}): FetchHop => ({
  url: 'https://example.org/',
  status: 200,
  headers: [
    ['content-type', 'text/html; charset=utf-8'],
    ['date', 'Fri, 20 Nov 2026 11:00:00 GMT'],
    ['set-cookie', 'a=secret'],
  ],
  location: null,
  peerAddress: '93.184.216.34',
  dnsAnswers: ['93.184.216.34'],
  protocol: 'h2',
  tls: { version: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', chain: [certificate] },
  ...more,
});
const response = (...hops: FetchHop[]): GuardedFetchResponse => {
  const last = hops.at(-1)!;
  return {
    hops,
    finalUrl: last.url,
    status: last.status,
    headers: last.headers,
    body: new Uint8Array(42),
    truncated: false,
    bodyFidelity: 'wire',
    scopedHeaderRequests: 0,
  };
};
const redirect = hop({
  url: 'http://example.org/',
  status: 301,
  location: 'https://example.org/',
  tls: null,
});

describe('buildVisitFacts', () => {
  it('tells of every hop, the last connection and its certificates', () => {
    const facts = buildVisitFacts(response(redirect, hop()), null);
    expect(facts.redirects).toEqual([
      { url: 'http://example.org/', status: 301, location: 'https://example.org/', peer_ip: '93.184.216.34' },
    ]);
    expect(facts.network).toEqual({
      peer_ip: '93.184.216.34',
      dns: ['93.184.216.34'],
      tls: {
        version: 'TLSv1.3',
        chain_sha256: [createHash('sha256').update(certificate).digest('hex')],
        chain_source: 'same-connection',
      },
      hosts_contacted: 2,
      requests_denied: 0,
    });
    expect(facts.clock.server_date).toBe('Fri, 20 Nov 2026 11:00:00 GMT');
    expect(JSON.stringify(facts)).not.toContain('secret');
  });
});

describe('buildExchangesArtifact', () => {
  it('lists our own requests, the body with the last', () => {
    const { bytes } = buildExchangesArtifact(response(redirect, hop()), null);
    const { requests } = JSON.parse(Buffer.from(bytes).toString());
    expect(
      requests.map(({ status, bytes, media_type }: Record<string, unknown>) => [status, bytes, media_type]),
    ).toEqual([
      [301, 0, 'text/html'],
      [200, 42, 'text/html'],
    ]);
  });
});

describe('buildTlsArtifact', () => {
  it('holds the certificates of encrypted connections', () => {
    const artifact = buildTlsArtifact(response(redirect, hop()));
    expect(JSON.parse(Buffer.from(artifact!.bytes).toString())).toEqual({
      schema: 'affiant-tls/v1',
      connections: [
        {
          origin: 'https://example.org',
          version: 'TLSv1.3',
          cipher: 'TLS_AES_128_GCM_SHA256',
          chain: [Buffer.from(certificate).toString('base64')],
        },
      ],
    });
  });

  it('is absent when nothing was encrypted', () => {
    expect(buildTlsArtifact(response(hop({ tls: null })))).toBeNull();
  });
});
