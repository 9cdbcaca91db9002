import { setTimeout as delay } from 'node:timers/promises';
import {
  listProcesses,
  type ProcessFacts,
  processTree,
  proportionalMemory,
} from '../../support/process-tree.ts';

/** How long what was killed may take to be gone. */
const GONE_WITHIN_MS = 5_000;

/** What a service has at one moment; memory in MB. */
export interface Sample {
  readonly captures: number;
  readonly service: number;
  readonly browser: number;
  readonly parsers: number;
  readonly processes: number;
  readonly zombies: number;
}

/** Watches a service and every process that it starts. */
export interface Sampler {
  readonly samples: readonly Sample[];
  sample(captures: number): Promise<void>;
  /** Names of processes that were seen, or that belong to a browser that was seen, and are still there. */
  leftProcesses(): Promise<readonly string[]>;
}

/** @param pid of the service, which shares its process group with the caller. */
export function startSampler(pid: number): Sampler {
  const samples: Sample[] = [];
  const seen = new Map<number, string>();
  const browserGroups = new Set<number>();
  const isOurs = ({ pid: own, name, group }: ProcessFacts) =>
    seen.get(own) === name || browserGroups.has(group);
  return {
    samples,
    async sample(captures) {
      const tree = await processTree(pid);
      for (const { pid: own, name } of tree) seen.set(own, name);
      for (const { group } of tree.filter(isBrowser)) browserGroups.add(group);
      const zombies = (await listProcesses()).filter((process) => isOurs(process) && process.state === 'Z');
      const [service, ...others] = tree;
      samples.push({
        captures,
        service: await memoryOf(service ? [service] : []),
        browser: await memoryOf(others.filter(isBrowser)),
        parsers: await memoryOf(others.filter((process) => !isBrowser(process))),
        processes: tree.length,
        zombies: zombies.length,
      });
    },
    async leftProcesses() {
      const end = Date.now() + GONE_WITHIN_MS;
      for (;;) {
        const left = (await listProcesses()).filter(isOurs);
        if (left.length === 0 || Date.now() > end) return left.map(({ name, state }) => `${name} (${state})`);
        await delay(100);
      }
    },
  };
}

/** The leader, its renderers and helpers, and its crash handler. */
const isBrowser = ({ name }: ProcessFacts): boolean => /^(?:chrom|headless|nacl)/.test(name);

async function memoryOf(processes: readonly ProcessFacts[]): Promise<number> {
  const sizes = await Promise.all(processes.map(({ pid }) => proportionalMemory(pid)));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0));
}
