import type { Summary } from './statistics.ts';

/** One file `test/bench/<name>.bench.ts` exports one as `section`. */
export interface Section {
  /** As in the file's name; selects it: `npm run bench -- <name>`. */
  readonly name: string;
  /** What is hoped for, in words. */
  readonly goal: string;
  /** Measure. Bounded in count and time; a section that cannot measure throws. */
  run(): Promise<readonly Figure[]>;
}

/** What one thing costs, beside what the plain way costs. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'MB/s' | 'pages/s' | 'F1' | '%' | 'documents';
  readonly ours: Summary;
  /** Measured in the same run, by turns with ours; null for a part of another figure. */
  readonly baseline: (Summary & { readonly name: string }) | null;
  /** null: shown for insight. */
  readonly goal: Goal | null;
}

/** A bound on our median or on its ratio to the baseline's. */
export interface Goal {
  readonly on: 'ours' | 'ratio';
  readonly bound: '<=' | '>=';
  readonly value: number;
}

/** Our median over the baseline's; null without a baseline, and where that is nothing. */
export const ratioOf = ({ ours, baseline }: Figure): number | null =>
  baseline?.median ? ours.median / baseline.median : null;

/** Whether the goal was met in this run; null without one. */
export function isMet(figure: Figure): boolean | null {
  const { goal, ours } = figure;
  const value = goal?.on === 'ratio' ? ratioOf(figure) : ours.median;
  if (!goal || value === null) return null;
  return goal.bound === '<=' ? value <= goal.value : value >= goal.value;
}
