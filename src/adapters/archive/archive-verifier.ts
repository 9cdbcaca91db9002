import type { ArchiveVerifier } from '../../domain/verification/port.ts';
import type { Verdict } from '../../domain/verification/verdict.ts';
import { createWorkerPool } from '../document/worker/worker-pool.ts';
import type { VerifyTask } from './verify-worker.ts';

/** An {@link ArchiveVerifier} with threads to stop at the end. */
export interface RunningArchiveVerifier extends ArchiveVerifier {
  /** Kills the workers; archives in them fail. */
  close(): Promise<void>;
}

/** One hashes while another parses: more would only take turns on the same cores. */
const WORKERS = 2;
const LIMITS = { cpuMs: 20_000, memoryMb: 512 };

/** Verifies in worker threads: a hostile manifest of 4 MiB holds its thread for 100 ms and longer. */
export function createArchiveVerifier(): RunningArchiveVerifier {
  const script = new URL('./verify-worker.ts', import.meta.url);
  const pool = createWorkerPool({ script, size: WORKERS, limits: LIMITS });
  return {
    async verify(archive, trust, signal) {
      const task: VerifyTask = { archive, trust };
      return (await pool.run(task, signal)) as Verdict;
    },
    close: () => pool.close(),
  };
}
