import { z } from 'zod';
import { toTimestamp } from '../core/clock.ts';
import { component, sha256Hex, timestamp } from '../core/schema.ts';
import type { MonitorCheck } from '../domain/monitor/check.ts';
import { RENDER_MODES } from '../domain/monitor/look.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import type { CheckWithDiff, MonitorState } from '../domain/monitor/monitor-service.ts';
import { bundleId, createdAt } from './fields.ts';
import { checkId, monitorId } from './monitor-input.ts';

const outcome = z
  .enum(['baseline', 'unchanged', 'changed', 'blocked', 'error'])
  .describe('blocked and error: the page was not seen');

const lastCheckOutput = z.object({
  check_id: checkId,
  at: timestamp.describe('RFC 3339, UTC'),
  outcome,
  http_status: z.int().nullable().describe('Of the page’s answer; null: none'),
  error_code: z.string().nullable().describe('Why the page was not seen'),
});

/** Members of a monitor as every face answers them (design.md 4.8). */
export const monitorShape = {
  id: monitorId,
  monitor_id: monitorId,
  name: z.string().nullable().describe('The caller’s name for it'),
  url: z.string().describe('The watched page'),
  webhook_url: z.string().nullable().describe('Told of changes'),
  mode: z.enum(['diff', 're-extract']).describe('When bundles are made'),
  interval_minutes: z.int().nullable().describe('Null with cron'),
  cron: z.string().nullable().describe('Five fields; null with an interval'),
  timezone: z.string().nullable().describe('Of cron'),
  render: z.enum(RENDER_MODES).describe('When the browser takes part'),
  include_selector: z.string().nullable().describe('Only this is watched'),
  ignore_selectors: z.array(z.string()).describe('Left out'),
  ignore_patterns: z.array(z.string()).describe('Left out of the text'),
  status: z
    .enum(['active', 'failing', 'paused', 'exhausted'])
    .describe('failing: looks less often; paused: only when asked; exhausted: no checks left'),
  checks_remaining: z.int().nonnegative().describe('Checks left'),
  consecutive_faults: z.int().nonnegative().describe('Checks in a row that did not see the page'),
  next_check_at: timestamp.nullable().describe('Null while nothing is planned'),
  last_check: lastCheckOutput.nullable().describe('The newest finished check'),
  bundle_id: bundleId.nullable().describe('The newest bundle'),
  manifest_sha256: sha256Hex.nullable().describe('Of that bundle'),
  created_at: createdAt,
};

export const monitorOutput = component('Monitor', z.object(monitorShape));

/** A monitor as every face answers it. */
export function viewMonitor({ monitor, lastCheck }: MonitorState): z.input<typeof monitorOutput> {
  const { settings, bundle, dueAt } = monitor;
  return {
    id: monitor.monitorId,
    monitor_id: monitor.monitorId,
    name: settings.name,
    url: settings.url,
    webhook_url: settings.webhookUrl,
    mode: settings.mode,
    ...viewSchedule(monitor),
    render: settings.render,
    include_selector: settings.includeSelector,
    ignore_selectors: [...settings.ignoreSelectors],
    ignore_patterns: [...settings.ignorePatterns],
    status: monitor.status,
    checks_remaining: monitor.checksRemaining,
    consecutive_faults: monitor.faults,
    next_check_at: dueAt && toTimestamp(dueAt),
    last_check: lastCheck && viewLastCheck(lastCheck),
    bundle_id: bundle?.bundleId ?? null,
    manifest_sha256: bundle?.manifestSha256 ?? null,
    created_at: toTimestamp(monitor.createdAt),
  };
}

const viewSchedule = ({ settings: { schedule } }: Monitor) =>
  schedule.kind === 'interval'
    ? { interval_minutes: schedule.minutes, cron: null, timezone: null }
    : { interval_minutes: null, cron: schedule.expression, timezone: schedule.timezone };

const viewLastCheck = ({ checkId, at, outcome, httpStatus, errorCode }: MonitorCheck) => ({
  check_id: checkId,
  at: toTimestamp(at),
  outcome,
  http_status: httpStatus,
  error_code: errorCode,
});

const passage = z.object({
  part: z.enum(['title', 'text', 'link', 'image']).describe('Where it stands'),
  text: z.string().describe('From the page'),
  start: z.int().describe('Code points of the watched text before it'),
});

const wordChange = {
  before: z.string().describe('From the page'),
  after: z.string().describe('From the page'),
  before_start: z.int().describe('Offset in the earlier text'),
  after_start: z.int().describe('Offset in the later text'),
};

const diffOutput = z.object({
  summary: z.string().describe('Counts in one sentence'),
  added: z.array(passage).describe('Passages that are new'),
  removed: z.array(passage).describe('Passages that are gone'),
  changed: z
    .array(
      z.object({
        part: passage.shape.part,
        ...wordChange,
        words: z.array(z.object(wordChange)).describe('What differs, word by word'),
      }),
    )
    .describe('Passages that were rewritten'),
  counts: z
    .object({
      added: z.int().describe('New'),
      removed: z.int().describe('Gone'),
      changed: z.int().describe('Rewritten'),
      moved: z.int().describe('Elsewhere now: no change'),
    })
    .describe('Of all passages, quoted or not'),
});

/** Members of a check as the history answers them. */
export const checkShape = {
  ...lastCheckOutput.shape,
  content_sha256: sha256Hex.nullable().describe('Of what was seen'),
  bundle_id: bundleId.nullable().describe('The bundle that this check made'),
  previous_bundle_id: bundleId.nullable().describe('The one before it'),
  diff: diffOutput.nullable().describe('What changed; null also once a bundle of it was deleted'),
};

const checkOutput = z.object(checkShape);

/** A check as the history answers it. */
export const viewCheck = ({ check, diff }: CheckWithDiff): z.input<typeof checkOutput> => ({
  ...viewLastCheck(check),
  content_sha256: check.contentSha256,
  bundle_id: check.bundle?.bundleId ?? null,
  previous_bundle_id: check.previousBundleId,
  diff: diff && {
    summary: diff.summary,
    added: [...diff.added],
    removed: [...diff.removed],
    changed: diff.changed.map((change) => ({ ...change, words: [...change.words] })),
    counts: diff.counts,
  },
});
