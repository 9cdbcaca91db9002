import type { JoinedPages } from '../../../domain/document/join-pages.ts';
import type { TextFacts } from '../../../domain/document/port.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';

/** Describes texts in a worker thread. */
export interface TextDescriber {
  /** @see DocumentParsers.describeText */
  describeText(text: JoinedPages, signal: AbortSignal): Promise<TextFacts>;
  close(): Promise<void>;
}

/** A describer with one thread: the language model is loaded once, and a megabyte takes it 0.1 s. */
export function createTextDescriber(): TextDescriber {
  const pool = createWorkerPool({
    script: new URL('./text-worker.ts', import.meta.url),
    size: 1,
    limits: { cpuMs: 10_000, memoryMb: 512 },
  });
  return {
    async describeText({ markdown, pageStarts }, signal) {
      const task: JoinedPages = { markdown, pageStarts };
      return (await pool.run(task, signal)) as TextFacts;
    },
    close: () => pool.close(),
  };
}
