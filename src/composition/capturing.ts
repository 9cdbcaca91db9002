import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BrowserSearch } from '../adapters/browser/find-browser.ts';
import { createRendererProcess } from '../adapters/browser/renderer-process.ts';
import { createCapturer } from '../adapters/capture/capturer.ts';
import { createDocumentParsers } from '../adapters/document/document-parsers.ts';
import { createGuardedFetcher } from '../adapters/egress/guarded-fetch.ts';
import { createImageReader } from '../adapters/image/image-reader.ts';
import { createPageLooker } from '../adapters/monitor/page-looker.ts';
import { createOcrEngine } from '../adapters/ocr/ocr-engine.ts';
import { createOfficeConverter } from '../adapters/office/office-converter.ts';
import { createPdfPageReader } from '../adapters/pdf-raster/pdf-page-reader.ts';
import { systemClock } from '../core/clock.ts';
import type { Capturer } from '../domain/capture/port.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import type { PageLooker } from '../domain/monitor/look.ts';
import { cacheFolder } from './cache-folder.ts';
import type { Configuration } from './configuration.ts';

/** Everything that captures: the egress guard, the browser in its own process, and the parsers. */
export interface Capturing {
  readonly capturer: Capturer;
  /** What monitors look with. */
  readonly looker: PageLooker;
  /** For everything else that goes out: witnesses, timestamps. */
  readonly fetcher: GuardedFetcher;
  close(): Promise<void>;
}

/** Jobs and pages that this process works on at the same time. */
export const captureConcurrency = (configuration: Configuration): number =>
  configuration.AFFIANT_CAPTURE_CONCURRENCY ?? availableParallelism();

/**
 * Ready to capture. The browser and the parsers start at their first use.
 *
 * @param warn told what an operator should know of the browser.
 * @throws EvidenceError `REQUEST_INVALID` when the data of a language of `AFFIANT_OCR_LANGS` is not installed.
 */
export async function openCapturing(
  configuration: Configuration,
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void = (message) => process.emitWarning(message),
): Promise<Capturing> {
  await using opening = new AsyncDisposableStack();
  const closing = <T extends { close(): Promise<void> }>(part: T): T =>
    opening.adopt(part, (opened) => opened.close());
  const networks = configuration.allowNetworks;
  const concurrency = captureConcurrency(configuration);
  const engine = closing(
    await createOcrEngine({ languages: configuration.AFFIANT_OCR_LANGS, processes: concurrency }),
  );
  const fetcher = createGuardedFetcher({ networks });
  const parts = {
    fetcher,
    parsers: closing(createDocumentParsers()),
    office: closing(createOfficeConverter()),
    images: closing(createImageReader(engine)),
    pdfPages: closing(createPdfPageReader(engine)),
    ocrVersion: engine.version,
    renderer: closing(
      createRendererProcess({
        search: browserSearch(configuration, env),
        networks,
        tempDir: join(configuration.AFFIANT_DATA_DIR, 'tmp'),
        limits: { concurrency },
        warn,
      }),
    ),
    clock: systemClock,
  };
  const looker = closing(createPageLooker(parts));
  const opened = opening.move();
  return { fetcher, capturer: createCapturer(parts), looker, close: () => opened.disposeAsync() };
}

/** Where to look for the browser. */
export const browserSearch = (
  { AFFIANT_CHROMIUM }: Configuration,
  env: Readonly<Record<string, string | undefined>>,
): BrowserSearch => ({ configuredPath: AFFIANT_CHROMIUM ?? null, env, cacheDir: cacheFolder(env) });
