import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../adapters/browser/find-browser.ts';
import { ChromiumRenderer } from '../adapters/browser/renderer.ts';
import { createCapturer } from '../adapters/capture/capturer.ts';
import { createDocumentParsers } from '../adapters/document/document-parsers.ts';
import { createGuardedFetcher } from '../adapters/egress/guarded-fetch.ts';
import { startEgressProxy } from '../adapters/egress/proxy.ts';
import { systemClock } from '../core/clock.ts';
import type { Capturer } from '../domain/capture/port.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { cacheFolder } from './cache-folder.ts';
import type { Configuration } from './configuration.ts';

/** Everything that captures: the egress guard, the browser and the parsers. */
export interface Capturing {
  readonly capturer: Capturer;
  /** For everything else that goes out: witnesses, timestamps. */
  readonly fetcher: GuardedFetcher;
  close(): Promise<void>;
}

/** Jobs and pages that this process works on at the same time. */
export const captureConcurrency = (configuration: Configuration): number =>
  configuration.AFFIANT_CAPTURE_CONCURRENCY ?? availableParallelism();

/** Ready to capture. The browser and the parsers start at their first use. */
export async function openCapturing(
  configuration: Configuration,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Capturing> {
  const networks = configuration.allowNetworks;
  const proxy = await startEgressProxy({ networks });
  const parsers = createDocumentParsers();
  const renderer = new ChromiumRenderer({
    findBrowser: () =>
      findBrowser({
        configuredPath: configuration.AFFIANT_CHROMIUM ?? null,
        env,
        cacheDir: cacheFolder(env),
      }),
    proxy,
    clock: systemClock,
    tempDir: join(configuration.AFFIANT_DATA_DIR, 'tmp'),
    limits: { concurrency: captureConcurrency(configuration) },
  });
  const fetcher = createGuardedFetcher({ networks });
  return {
    fetcher,
    capturer: createCapturer({ fetcher, renderer, parsers, clock: systemClock }),
    async close() {
      await renderer.close();
      await Promise.all([parsers.close(), proxy.close()]);
    },
  };
}
