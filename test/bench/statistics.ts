/** A sample by its middle half. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
}

/** @throws RangeError for an empty sample. */
export function summarise(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    lowerQuartile: quantile(sorted, 0.25),
    upperQuartile: quantile(sorted, 0.75),
  };
}

/** Linear between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) throw new RangeError('an empty sample has no quantiles');
  return low + (high - low) * (at - Math.floor(at));
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** How often to measure. */
export interface Rounds {
  /** Measured rounds at most. */
  readonly count: number;
  /** Rounds before them that do not count. */
  readonly warmUps: number;
  /** After so many milliseconds no further round begins, but three are always made. */
  readonly budgetMs: number;
}

const MIN_ROUNDS = 3;

/** Measure several things by turns, so that whatever else the machine does meets all. Each returns its value. */
export async function alternate<Name extends string>(
  trials: Readonly<Record<Name, () => Promise<number>>>,
  { count, warmUps, budgetMs }: Rounds,
): Promise<Record<Name, Summary>> {
  const names = Object.keys(trials) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  const end = performance.now() + budgetMs;
  for (let round = -warmUps; round < count; round += 1) {
    if (round >= MIN_ROUNDS && performance.now() > end) break;
    for (const name of names) {
      const value = await trials[name]();
      if (round >= 0) values[name].push(value);
    }
  }
  const summaries = names.map((name) => [name, summarise(values[name])]);
  return Object.fromEntries(summaries) as Record<Name, Summary>;
}
