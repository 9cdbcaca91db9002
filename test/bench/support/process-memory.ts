import { readFile, writeFile } from 'node:fs/promises';

/** Resident memory of a process, MB. @see proc_pid_status(5) */
export const residentMemory = (pid: number): Promise<number> => readStatus(pid, 'VmRSS');

/**
 * The most resident memory that a process holds while `work` runs, MB. The kernel keeps the peak, so that none
 * is missed.
 *
 * @see proc_pid_clear_refs(5): 5 resets the peak.
 */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  await work();
  return readStatus(pid, 'VmHWM');
}

async function readStatus(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`the kernel does not tell ${field}`);
  return (Number(kibibytes) * 1024) / 1e6;
}
