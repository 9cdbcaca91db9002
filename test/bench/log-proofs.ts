import type { Database } from '../../src/adapters/database/database.ts';
import { createSqlLogTree } from '../../src/adapters/log-tree/sql-log-tree.ts';
import { openCheckpoints } from '../support/checkpoints.ts';
import { appendLeaves, loadLeaves } from '../support/log-leaves.ts';

const SAMPLES = 200;

/** Milliseconds of work on a large log. */
export interface LogTimes {
  readonly firstCheckpointMs: number;
  readonly nextCheckpointMs: number;
  readonly appendP50Ms: number;
  readonly inclusionP50Ms: number;
  readonly inclusionP99Ms: number;
  readonly consistencyP50Ms: number;
  readonly consistencyP99Ms: number;
}

/** Load an empty log with `leafCount` leaves and time what is done with it. Goal for 1,000,000: a proof in less than 10 ms. */
export async function measureLog(database: Database, leafCount: number): Promise<LogTimes> {
  await loadLeaves(database, leafCount);
  const [service, tree] = [openCheckpoints(database), createSqlLogTree(database)];
  const checkpoint = () => service.create({ sign: true });
  const [firstCheckpointMs] = await times(1, checkpoint);
  const appends = await times(20, () => appendLeaves(database, 1));
  const [nextCheckpointMs] = await times(1, checkpoint);
  const anywhere = (sample: number) => 1 + ((sample * 7_919_993) % (leafCount - 1));
  const inclusions = await times(SAMPLES, (sample) => tree.inclusionPath(anywhere(sample), leafCount));
  const consistencies = await times(SAMPLES, (sample) => tree.consistencyPath(anywhere(sample), leafCount));
  return {
    firstCheckpointMs: firstCheckpointMs ?? 0,
    nextCheckpointMs: nextCheckpointMs ?? 0,
    appendP50Ms: quantile(appends, 0.5),
    inclusionP50Ms: quantile(inclusions, 0.5),
    inclusionP99Ms: quantile(inclusions, 0.99),
    consistencyP50Ms: quantile(consistencies, 0.5),
    consistencyP99Ms: quantile(consistencies, 0.99),
  };
}

async function times(count: number, work: (sample: number) => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let sample = 0; sample < count; sample++) {
    const started = performance.now();
    await work(sample);
    measured.push(performance.now() - started);
  }
  return measured;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
