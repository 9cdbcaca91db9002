import type { ImageFacts, ImageReader, OcrPage } from '../../domain/ocr/port.ts';
import { confidenceSignals, requireReadableText, requireRoomForText } from '../../domain/ocr/quality.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { createSandbox, type RunTask } from '../sandbox/sandbox.ts';
import type { OpenTask, PageTask } from './image-child.ts';
import type { PreparedPage } from './prepare-page.ts';

/**
 * Decodes each image in a process of its own (20 s of CPU and 768 MiB a page), and has its pages read by `engine`,
 * which stays the caller's to close.
 */
export function createImageReader(engine: OcrEngine): ImageReader {
  const sandbox = createSandbox({
    script: new URL('./image-child.ts', import.meta.url),
    args: [],
    size: 2,
    limits: { cpuMs: 20_000, memoryMb: 768 },
    usesPerChild: 1,
  });
  return {
    read: (bytes, signal) =>
      sandbox.use(signal, async (run) => {
        const facts = (await run({ kind: 'open', bytes } satisfies OpenTask)) as ImageFacts;
        requireRoomForText(facts);
        const pages = await readPages(run, facts.pages, (page) => engine.read(page, signal));
        requireReadableText(pages);
        return { facts, pages, signals: confidenceSignals(pages) };
      }),
    close: () => sandbox.close(),
  };
}

/** One page after the other: a page may hold 25 MB. The next one is decoded while one is read. */
async function readPages(
  run: RunTask,
  count: number,
  read: (page: PreparedPage) => Promise<OcrPage>,
): Promise<readonly OcrPage[]> {
  const pages: OcrPage[] = [];
  let page = await pageAt(run, 0);
  for (let next = 1; next <= count; next += 1) {
    const [ocr, following] = await Promise.all([read(page), next < count ? pageAt(run, next) : page]);
    pages.push(ocr);
    page = following;
  }
  return pages;
}

const pageAt = async (run: RunTask, index: number): Promise<PreparedPage> =>
  (await run({ kind: 'page', index } satisfies PageTask)) as PreparedPage;
