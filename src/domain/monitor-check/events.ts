import type { MonitorCheck } from '../monitor/check.ts';
import type { ContentDiff } from '../monitor/content-diff.ts';
import type { Monitor, MonitorBundle } from '../monitor/monitor.ts';
import type { MonitorEvent } from '../monitor/port.ts';

/** A payload stays below 20 kB: the history has the whole diff. */
const MAX_PASSAGES = 10;
const MAX_PASSAGE_LENGTH = 300;

/** The page changed: both bundles, and what was said before and after. */
export function monitorChanged(
  { monitorId, settings, bundle: previous }: Monitor,
  {
    check,
    bundle,
    diff,
  }: { readonly check: MonitorCheck; readonly bundle: MonitorBundle; readonly diff: ContentDiff },
): MonitorEvent {
  const tell = (passages: ReturnType<typeof passagesOf>) => ({
    monitor_id: monitorId,
    check_id: check.checkId,
    url: settings.url,
    previous_bundle_id: previous?.bundleId ?? null,
    bundle_id: bundle.bundleId,
    previous_manifest_sha256: previous?.manifestSha256 ?? null,
    manifest_sha256: bundle.manifestSha256,
    diff: { summary: diff.summary, ...passages },
    untrusted: true,
  });
  return {
    type: 'monitor.changed',
    data: tell(passagesOf(diff)),
    quotes: {
      bundleIds: previous ? [previous.bundleId, bundle.bundleId] : [bundle.bundleId],
      dataWithout: tell({ added: [], removed: [] }),
    },
  };
}

/** The page could not be seen for so long that it is not looked at any more. */
export const monitorFailed = (
  { monitorId, settings }: Monitor,
  { check, faults }: { readonly check: MonitorCheck; readonly faults: number },
): MonitorEvent => ({
  type: 'monitor.failed',
  data: {
    monitor_id: monitorId,
    check_id: check.checkId,
    url: settings.url,
    status: 'paused',
    outcome: check.outcome,
    error_code: check.errorCode,
    faults,
  },
  quotes: null,
});

/** The checks of the monitor are used up. */
export const monitorExhausted = ({ monitorId, settings }: Monitor, check: MonitorCheck): MonitorEvent => ({
  type: 'monitor.exhausted',
  data: { monitor_id: monitorId, check_id: check.checkId, url: settings.url, status: 'exhausted' },
  quotes: null,
});

const passagesOf = ({ added, removed, changed }: ContentDiff) => ({
  added: cut([...added.map(({ text }) => text), ...changed.map(({ after }) => after)]),
  removed: cut([...removed.map(({ text }) => text), ...changed.map(({ before }) => before)]),
});

const cut = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_PASSAGES).map((text) => [...text].slice(0, MAX_PASSAGE_LENGTH).join(''));
