import type { Figure } from '../section.ts';
import { summarise } from '../statistics.ts';

/** Milliseconds of each stage of one run, in order. */
export type Laps = Readonly<Record<string, number>>;

/** A stopwatch: each lap ends where the next begins. */
export function startLaps(): { lap: (name: string) => void; laps: Laps } {
  const laps: Record<string, number> = {};
  let last = performance.now();
  const lap = (name: string) => {
    const now = performance.now();
    laps[name] = now - last;
    last = now;
  };
  return { lap, laps };
}

/** One figure for each stage, named after `title`. Every run has the same stages. */
export function figuresOfLaps(title: string, runs: readonly Laps[]): Figure[] {
  const stages = Object.keys(runs[0] ?? {});
  return stages.map((stage) => ({
    name: `  ${title}: ${stage}`,
    unit: 'ms',
    ours: summarise(runs.map((laps) => laps[stage] ?? 0)),
    baseline: null,
    goal: null,
  }));
}
