import type { Clock } from '../../core/clock.ts';
import { closeEpoch, epochOf } from './epoch.ts';
import type { EpochRepository } from './epoch-port.ts';

/**
 * Put every epoch that is over into the log. Several processes may do so at once.
 *
 * @returns what went wrong, one error for each monitor that failed; the next round tries again.
 */
export async function closeEpochs(
  repository: EpochRepository,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  const now = clock.now();
  let after = '';
  for (;;) {
    const monitorIds = await repository.open(epochOf(now), after);
    for (const monitorId of monitorIds) {
      if (signal.aborted) return faults;
      await closeAll(repository, monitorId, now).catch((error: unknown) => faults.push(error));
      after = monitorId;
    }
    if (monitorIds.length === 0) return faults;
  }
}

/** Days on which the service was down leave several open. */
async function closeAll(repository: EpochRepository, monitorId: string, now: Date): Promise<void> {
  while (await repository.close(monitorId, now, closeEpoch));
}
