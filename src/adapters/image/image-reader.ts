import type { ImageFacts, ImageReader } from '../../domain/ocr/port.ts';
import { confidenceSignals, requireReadableText, requireRoomForText } from '../../domain/ocr/quality.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { readInOrder } from '../ocr/read-in-order.ts';
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
        const pages = await readInOrder(Array.from({ length: facts.pages }).keys(), {
          prepare: (index) => pageAt(run, index),
          read: (page) => engine.read(page, signal),
        });
        requireReadableText(pages);
        return { facts, pages, signals: confidenceSignals(pages) };
      }),
    close: () => sandbox.close(),
  };
}

const pageAt = async (run: RunTask, index: number): Promise<PreparedPage> =>
  (await run({ kind: 'page', index } satisfies PageTask)) as PreparedPage;
