import type { MonitorCheck } from '../monitor/check.ts';
import type { Epoch, OpenEpoch } from './epoch.ts';

/** Epochs of checks in SQL and in the log. */
export interface EpochRepository {
  /** Monitors with an epoch before `epoch` that is not in the log, at most 100, by id from `after` on. */
  open(epoch: string, after: string): Promise<readonly string[]>;
  /**
   * Put the oldest open epoch of a monitor into the log, unless a check that began in it is under way. From then
   * on no check can begin in it.
   *
   * @param close makes the epoch and its entry from the checks.
   * @returns whether it did.
   */
  close(
    monitorId: string,
    now: Date,
    close: (open: OpenEpoch) => Epoch & { readonly logEntry: string },
  ): Promise<boolean>;
  /** The epochs of a monitor that are in the log, of those named. */
  closed(monitorId: string, epochs: readonly string[]): Promise<readonly Epoch[]>;
  /** All checks of a monitor that began in an epoch, oldest first. */
  checksOf(monitorId: string, epoch: string): Promise<readonly MonitorCheck[]>;
}
