import { createRequire } from 'node:module';
import type { OcrPage } from '../../domain/ocr/port.ts';
import type { PreparedPage } from '../image/prepare-page.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { linkLanguageData } from './language-data.ts';

/** Settings of the engine. */
export interface OcrOptions {
  /** `AFFIANT_OCR_LANGS`, e.g. `eng+deu`, the most important first. */
  readonly languages: string;
  /** Pages that are read at the same time, each by a process of one thread and about 250 MiB. */
  readonly processes: number;
}

/** Reads text on prepared pages, offline. */
export interface OcrEngine {
  /** @throws `DOCUMENT_TOO_LARGE` after 60 s of CPU or above 1 GiB, `OVERLOADED`, `DEADLINE_EXCEEDED`. */
  read(page: PreparedPage, signal: AbortSignal): Promise<OcrPage>;
  /** For `manifest.software.ocr`, e.g. `tesseract.js/7.0.0 (eng+deu)`. */
  readonly version: string;
  close(): Promise<void>;
}

/**
 * Starts no process yet: each starts with the first page that needs it, and is replaced after 50 pages,
 * because tesseract adapts to what it read and never gives memory back.
 *
 * @throws `REQUEST_INVALID` when the data of a language is not installed.
 */
export async function createOcrEngine({ languages, processes }: OcrOptions): Promise<OcrEngine> {
  const data = await linkLanguageData(languages);
  const sandbox = createSandbox({
    script: new URL('./tesseract-child.ts', import.meta.url),
    args: [data.folder, data.languages],
    size: processes,
    limits: { cpuMs: 60_000, memoryMb: 1_024 },
    usesPerChild: 50,
  });
  return {
    read: (page, signal) => sandbox.use(signal, async (run) => (await run(page)) as OcrPage),
    version: `tesseract.js/${tesseractVersion()} (${data.languages})`,
    async close() {
      await sandbox.close();
      await data.remove();
    },
  };
}

const tesseractVersion = (): string => createRequire(import.meta.url)('tesseract.js/package.json').version;
