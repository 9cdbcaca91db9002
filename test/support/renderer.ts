import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../src/adapters/browser/find-browser.ts';
import { ChromiumRenderer, type RendererParts } from '../../src/adapters/browser/renderer.ts';
import { startEgressProxy } from '../../src/adapters/egress/proxy.ts';
import type { ResolverOptions } from '../../src/adapters/egress/resolver.ts';
import { utf8 } from '../../src/core/bytes.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { CaptureContext, MainDocument, RenderOptions } from '../../src/domain/capture/port.ts';
import type { EgressProxy } from '../../src/domain/egress/port.ts';

/** Unpacking takes seconds: once for all tests. */
const BROWSER_CACHE = new URL('../../node_modules/.cache/affiant', import.meta.url).pathname;

/** A renderer on the real browser and the real proxy. */
export interface TestRenderer {
  readonly renderer: ChromiumRenderer;
  readonly proxy: EgressProxy;
  /** Holds profiles and nothing else. */
  readonly tempDir: string;
  close(): Promise<void>;
}

/** Loopback is allowed, as for the demo. */
export const LOOPBACK: ResolverOptions = { networks: [{ cidr: '127.0.0.0/8', port: null }] };

/** Start one; its browser starts at the first render. */
export async function startRenderer(
  limits: Partial<RendererParts['limits']> = {},
  egress: ResolverOptions = LOOPBACK,
): Promise<TestRenderer> {
  const tempDir = await mkdtemp(join(tmpdir(), 'affiant-renderer-'));
  const proxy = await startEgressProxy(egress);
  const search = { configuredPath: process.env['AFFIANT_CHROMIUM'] ?? null, env: process.env };
  const renderer = new ChromiumRenderer({
    findBrowser: () => findBrowser({ ...search, cacheDir: BROWSER_CACHE }),
    proxy,
    clock: systemClock,
    tempDir,
    limits: { concurrency: 2, ...limits },
  });
  const close = async () => {
    await renderer.close();
    await proxy.close();
    await rm(tempDir, { recursive: true, force: true });
  };
  return { renderer, proxy, tempDir, close };
}

/** Options of a render that asks for nothing but the document. */
export const PLAIN_RENDER: RenderOptions = {
  screenshot: false,
  pdf: false,
  mhtml: false,
  viewport: { width: 1280, height: 800 },
  waitForSelector: null,
  waitMs: 0,
  scopedHeaders: {},
  offline: false,
};

/** A main document as our fetch would give it. */
export const htmlDocument = (url: string, html: string, more: Partial<MainDocument> = {}): MainDocument => ({
  url,
  status: 200,
  headers: [['content-type', 'text/html; charset=utf-8']],
  redirects: [],
  body: utf8(html),
  ...more,
});

/** A context that nobody aborts or watches. */
export const idleContext = (signal = new AbortController().signal): CaptureContext => ({
  signal,
  progress: () => undefined,
});
