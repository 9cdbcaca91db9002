import type { MonitorBundle, SeenOutcome } from './monitor.ts';

export type CheckOutcome = SeenOutcome | 'blocked' | 'error';

/** A finished check, whatever came of it: one row of the history. */
export interface MonitorCheck {
  readonly checkId: string;
  readonly monitorId: string;
  /** Place in the history, from 1. */
  readonly seq: number;
  /** When the check began. */
  readonly at: Date;
  readonly outcome: CheckOutcome;
  /** Of the answer that the outcome rests on; null when there was none. */
  readonly httpStatus: number | null;
  /** SHA-256 of what was seen, hex; null when nothing was. */
  readonly contentSha256: string | null;
  /** The bundle that this check made. */
  readonly bundle: MonitorBundle | null;
  /** The bundle before it, where there is a new one. */
  readonly previousBundleId: string | null;
  readonly errorCode: string | null;
}

/** Whether a check saw the page. */
export const isSeen = (outcome: CheckOutcome): outcome is SeenOutcome =>
  outcome !== 'blocked' && outcome !== 'error';
