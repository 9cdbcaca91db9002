import { readFile } from 'node:fs/promises';

/** The size of a page of memory on every platform that has `/proc` and prebuilt parsers. */
const PAGE_BYTES = 4_096;

/**
 * Memory that a process really holds, native libraries included, in MiB. 0 when it is gone, and where there
 * is no `/proc`: there only the deadline guards.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
 */
export async function residentMb(pid: number): Promise<number> {
  try {
    const [, resident] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ');
    return (Number(resident) * PAGE_BYTES) / 2 ** 20;
  } catch {
    return 0;
  }
}
