import type { RunningBrowser } from './launch.ts';

/** A page fills a gigabyte in less than a second. */
const CHECK_MS = 250;

/** Watches the browser's memory while a page is open. */
export interface MemoryGuard {
  /** A process of pages outgrew the limit and was killed. */
  readonly hasKilled: boolean;
  stop(): void;
}

/**
 * Kill every process of pages that holds more than `maxBytes`. V8's own limit knows only its heap: buffers,
 * pictures and layout grow beside it, and the site decides how far. Pages of different contexts never share a process.
 */
export function guardMemory({ processes }: RunningBrowser, maxBytes: number): MemoryGuard {
  const state = { hasKilled: false };
  const check = async () => {
    for (const { id, type, residentBytes } of await processes()) {
      if (type === 'browser' || residentBytes <= maxBytes) continue;
      state.hasKilled = true;
      killProcess(id);
    }
  };
  // A browser that is going away answers no more, and has nothing left to guard.
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_MS);
  return {
    get hasKilled() {
      return state.hasKilled;
    },
    stop: () => clearInterval(timer),
  };
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
