import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../core/canonical-json.ts';
import type { MonitorSettings } from '../monitor/monitor.ts';

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
