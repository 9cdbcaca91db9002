import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { toTimestamp } from '../../core/clock.ts';
import { leafHash } from '../merkle/hash.ts';
import type { MonitorBundle, MonitorSettings } from './monitor.ts';

/** The page was seen, and this is how it compares. */
export type SeenOutcome = 'baseline' | 'unchanged' | 'changed';
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

/**
 * Leaf hash of a check in the tree of its epoch: the entry is the RFC 8785 form of
 * `{check_id, at, outcome, http_status, content_sha256}`.
 *
 * @see design.md 4.13
 */
export const checkLeaf = (check: Omit<MonitorCheck, 'monitorId' | 'seq'>): Uint8Array =>
  leafHash(
    canonicalBytes({
      check_id: check.checkId,
      at: toTimestamp(check.at),
      outcome: check.outcome,
      http_status: check.httpStatus,
      content_sha256: check.contentSha256,
    }),
  );

/** What the evidence of a monitor is about: the monitor, the page, and how it is looked at. */
export interface WatchStatement {
  readonly monitor_id: string;
  readonly url: string;
  readonly render: MonitorSettings['render'];
  readonly include_selector: string | null;
  readonly ignore_selectors: readonly string[];
  readonly ignore_patterns: readonly string[];
}

/** The statement of a monitor. The id's 80 random bits keep its digest in the log from telling the URL. */
export const watchStatement = (monitorId: string, settings: MonitorSettings): WatchStatement => ({
  monitor_id: monitorId,
  url: settings.url,
  render: settings.render,
  include_selector: settings.includeSelector,
  ignore_selectors: settings.ignoreSelectors,
  ignore_patterns: settings.ignorePatterns,
});

/** `monitor_sha256` of the log: SHA-256 of the RFC 8785 form of the statement, hex. */
export const statementSha256 = (statement: WatchStatement): string =>
  createHash('sha256').update(canonicalBytes(statement)).digest('hex');
