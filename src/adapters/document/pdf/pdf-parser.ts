import { createRequire, findPackageJSON } from 'node:module';
import type { PageRange, Signal } from '../../../domain/capture/capture.ts';
import { countSignals } from '../../../domain/capture/count-signals.ts';
import type { PagedText } from '../../../domain/document/port.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';
import type { PdfAnswer, PdfTask } from './pdf-worker.ts';

/** Reads PDFs in worker threads. */
export interface PdfParser {
  /** @see DocumentParsers.pdfText */
  pdfText(bytes: Uint8Array, range: PageRange | null, signal: AbortSignal): Promise<PagedText>;
  /** e.g. `pdf-parse/2.4.5`. */
  readonly version: string;
  close(): Promise<void>;
}

/** A parser with two threads of at most 1 GiB and 30 s of CPU time a document. */
export function createPdfParser(): PdfParser {
  const pool = createWorkerPool({
    script: new URL('./pdf-worker.ts', import.meta.url),
    size: 2,
    limits: { cpuMs: 30_000, memoryMb: 1_024 },
  });
  return {
    async pdfText(bytes, range, signal) {
      const task: PdfTask = { bytes, range };
      const { pages, title, totalPages, ...counts } = (await pool.run(task, signal)) as PdfAnswer;
      return { pages, title, totalPages, signals: signalsOf(counts) };
    },
    version: `pdf-parse/${installedVersion()}`,
    close: () => pool.close(),
  };
}

type Counts = Pick<PdfAnswer, 'unreadablePages' | 'hiddenTexts' | 'invisibleCharacters'>;

const signalsOf = (counts: Counts): readonly Signal[] =>
  countSignals({
    page_unreadable: counts.unreadablePages,
    hidden_text: counts.hiddenTexts,
    invisible_characters: counts.invisibleCharacters,
  });

/** Version of the installed package, which does not export its own package.json. */
function installedVersion(): string {
  const manifest = findPackageJSON('pdf-parse', import.meta.url);
  const { version } = manifest ? createRequire(import.meta.url)(manifest) : { version: 'unknown' };
  return version;
}
