import { readdir, readFile } from 'node:fs/promises';

/** A process as the kernel tells of it. */
export interface ProcessFacts {
  readonly pid: number;
  /** At most 15 characters. */
  readonly name: string;
  /** `Z` for a zombie: it ended, and nobody asked for its end. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
}

/** All processes of this machine that we may see. @see proc_pid_stat(5) */
export async function listProcesses(): Promise<readonly ProcessFacts[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const facts = await Promise.all(pids.map(readFacts));
  return facts.filter((process) => process !== null);
}

/** The process and everything that it started, as far as it has not been orphaned. */
export async function processTree(root: number): Promise<readonly ProcessFacts[]> {
  const all = await listProcesses();
  const tree = all.filter(({ pid }) => pid === root);
  // Grows while it is walked: children of children come behind.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Memory that a process has, its part of what it shares included, MB; 0 for one that is gone. */
export async function proportionalMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? '0';
  return (Number(kibibytes) * 1024) / 1e6;
}

async function readFacts(pid: number): Promise<ProcessFacts | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return { pid, name, state, parent: Number(parent), group: Number(group) };
}
