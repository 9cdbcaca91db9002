import { toHex } from '../../core/bytes.ts';
import { monitorEpochEntry } from '../log/entry.ts';
import { merkleRoot } from '../merkle/root.ts';
import type { MonitorCheck } from '../monitor/check.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { checkLeaf } from './check-leaf.ts';
import { statementSha256, watchStatement } from './watch-statement.ts';

const DAY_MS = 24 * 3_600_000;

/** The UTC day of a time, e.g. `2026-01-31`: checks of one day are one tree. */
export const epochOf = (at: Date): string => at.toISOString().slice(0, 10);

/** When an epoch is over. */
export const endOfEpoch = (epoch: string): Date => new Date(Date.parse(`${epoch}T00:00:00.000Z`) + DAY_MS);

/** One UTC day of a monitor in the log. */
export interface Epoch {
  /** e.g. `2026-01-31`. */
  readonly epoch: string;
  /** Checks that began on it. */
  readonly count: number;
  /** RFC 6962 root hash over their leaves in the order of the history, 32 bytes. */
  readonly root: Uint8Array;
}

/** What an epoch is made from. */
export interface OpenEpoch {
  readonly monitor: Monitor;
  readonly epoch: string;
  /** All checks of the epoch, oldest first. */
  readonly checks: readonly MonitorCheck[];
}

/** An epoch that is over, and its entry for the log. */
export function closeEpoch({ monitor, epoch, checks }: OpenEpoch): Epoch & { readonly logEntry: string } {
  const closed = { epoch, count: checks.length, root: merkleRoot(checks.map(checkLeaf)) };
  return { ...closed, logEntry: epochEntry(monitor, closed) };
}

/** Text of an epoch's entry in the log. */
export const epochEntry = ({ monitorId, settings }: Monitor, { epoch, count, root }: Epoch): string =>
  monitorEpochEntry({
    monitorSha256: statementSha256(watchStatement(monitorId, settings)),
    epoch,
    count,
    root: toHex(root),
  });
