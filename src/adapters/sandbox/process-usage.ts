import { readFile } from 'node:fs/promises';

/** The kernel's unit of CPU time in `/proc`: 100 a second on every Linux that has prebuilt parsers. */
const TICK_MS = 10;
/** The size of a page of memory there. */
const PAGE_BYTES = 4_096;
/** Fields after the command's name, which may hold spaces and ends with the last `)`. */
const [USER_TIME, SYSTEM_TIME, RESIDENT_PAGES] = [11, 12, 21];

/** What a process used and holds, native libraries included. */
export interface ProcessUsage {
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/**
 * Zeros for a process that is gone, and where there is no `/proc`: there only the clock guards.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export async function processUsage(pid: number): Promise<ProcessUsage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ')');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const numberAt = (index: number): number => Number(fields[index] ?? 0);
  return {
    cpuMs: (numberAt(USER_TIME) + numberAt(SYSTEM_TIME)) * TICK_MS,
    memoryMb: (numberAt(RESIDENT_PAGES) * PAGE_BYTES) / 2 ** 20,
  };
}
