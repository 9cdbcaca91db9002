import type { TextFacts } from '../../../domain/document/port.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';

/** Describes texts in a worker thread. */
export interface TextDescriber {
  /** @see DocumentParsers.describeText */
  describeText(text: string, signal: AbortSignal): Promise<TextFacts>;
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
    describeText: async (text, signal) => (await pool.run(text, signal)) as TextFacts,
    close: () => pool.close(),
  };
}
