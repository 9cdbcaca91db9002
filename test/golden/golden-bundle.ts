import { fromHex, utf8 } from '../../src/core/bytes.ts';
import type { Capture } from '../../src/domain/capture/capture.ts';
import { type SealedBundle, type SealInput, type SealTools, sealBundle } from '../../src/domain/manifest/seal.ts';
import { buildKeyList } from '../../src/domain/signing/key-list.ts';
import { createLocalSigner } from '../../src/domain/signing/local-signer.ts';
import { addressOfPrivateKey } from '../../src/domain/signing/private-key.ts';
import { type BundleMap, stageInto } from './memory-bundle.ts';

/** Of tests only: everybody knows it. */
export const GOLDEN_KEY = fromHex('46'.repeat(32));
export const GOLDEN_SIGNER = addressOfPrivateKey(GOLDEN_KEY);
export const GOLDEN_KEY_RECORD = {
  key_id: 'key_golden',
  algorithm: 'secp256k1-eip191',
  signer_address: GOLDEN_SIGNER,
  created_at: '2026-01-01T00:00:00.000Z',
  retired_at: null,
  revoked_at: null,
} as const;

const PAGE = (number: number) =>
  `# Terms, page ${number}\n\n${'The fee is 12 € a month — “no hidden costs”. '.repeat(20)}\n\n${'Either side may end the contract within 30 days. '.repeat(25)}\n\n`;
const markdown = PAGE(1) + PAGE(2);
const html = '<!doctype html><title>Terms</title><h1>Terms</h1>';

export const GOLDEN_CAPTURE: Capture = {
  facts: {
    outcome: 'ok',
    signals: [{ code: 'hidden_text', count: 1 }],
    times: {
      started: '2026-01-02T03:04:05.000Z',
      navigated: '2026-01-02T03:04:05.300Z',
      settled: '2026-01-02T03:04:06.000Z',
      screenshot: '2026-01-02T03:04:06.200Z',
    },
    final_url: 'https://example.com/terms',
    redirects: [{ url: 'http://example.com/terms', status: 301, location: 'https://example.com/terms', peer_ip: '192.0.2.1' }],
    main_response: { status: 200, protocol: 'h2', headers: [['content-type', 'text/html']], body_fidelity: 'decoded' },
    network: {
      peer_ip: '192.0.2.1',
      dns: ['192.0.2.1'],
      tls: { version: 'TLSv1.3', chain_sha256: ['ab'.repeat(32)], chain_source: 'same-connection' },
      hosts_contacted: 1,
      requests_denied: 0,
    },
    page: { height_px: 5321, tiles: 1, truncated: false, lazy_pending: 0, failed_requests: 0 },
    clock: { source: 'system', server_date: 'Fri, 02 Jan 2026 03:04:05 GMT' },
    not_before: [],
    redactions: [{ where: 'response.headers.set-cookie', reason: 'credential' }],
    source_headers: { origin: 'https://example.com', names_count: 1, requests: 2 },
  },
  document: { title: 'Terms \ud800', media_type: 'text/html', pages: 2, language: 'en', word_count: 600 },
  software: { browser: 'chromium/156.0', automation: 'playwright/1.65.1' },
  artifacts: [
    { name: 'source', path: 'artifacts/source/body.html', mediaType: 'text/html', role: 'original', derivedFrom: [], tool: 'affiant', bytes: utf8(html) },
    { name: 'screenshot', path: 'artifacts/screenshot.png', mediaType: 'image/png', role: 'original', derivedFrom: [], tool: 'chromium/156.0', bytes: fromHex(`89504e470d0a1a0a${'00'.repeat(3000)}`) },
    { name: 'markdown', path: 'artifacts/content.md', mediaType: 'text/markdown', role: 'derived', derivedFrom: ['source'], tool: 'affiant', bytes: utf8(markdown) },
  ],
  markdown,
  pageStarts: [0, utf8(PAGE(1)).length],
};

export const GOLDEN_INPUT: SealInput = {
  bundleId: 'ev_01JD0000000000000000000000',
  capture: GOLDEN_CAPTURE,
  request: {
    kind: 'url',
    url: 'http://example.com/terms',
    filename: null,
    declaredMediaType: null,
    mode: 'extract',
    include: ['html', 'markdown', 'screenshot'],
    options: { wait_ms: 0, pages: null },
  },
  software: { service: 'affiant', version: '0.1.0', node: '24.21.0', os: 'linux' },
  parent: null,
  monitorId: null,
  keyList: buildKeyList([GOLDEN_KEY_RECORD], null),
  // Fixed: the golden bundle must not change with the verifier.
  verifier: { readme: utf8('See resources/verify.\n'), program: utf8('// The verifier stands here in a real bundle.\n') },
};

/** Tools that give the same bundle each time. */
export const goldenTools = (files: BundleMap): SealTools => ({
  staged: stageInto(files),
  signer: createLocalSigner({ privateKey: GOLDEN_KEY, keyId: GOLDEN_KEY_RECORD.key_id }),
  clock: { now: () => new Date('2026-01-02T03:04:07.890Z') },
  randomBytes: (size) => new Uint8Array(size).fill(size),
});

/** The golden bundle, sealed anew. */
export async function sealGolden(): Promise<{ files: BundleMap; sealed: SealedBundle }> {
  const files: BundleMap = new Map();
  return { sealed: await sealBundle(GOLDEN_INPUT, goldenTools(files)), files };
}
