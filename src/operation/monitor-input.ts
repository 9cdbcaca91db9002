import { z } from 'zod';
import { EvidenceError } from '../core/error.ts';
import { idSchema } from '../core/schema.ts';
import { RENDER_MODES } from '../domain/monitor/look.ts';
import type { MonitorSettings, Schedule } from '../domain/monitor/monitor.ts';
import { text } from './fields.ts';

/** Fields of monitors, the same for all operations on them. */

export const monitorId = idSchema('mon').describe('Monitor id, mon_…');
export const checkId = idSchema('chk').describe('Check id, chk_…');

const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 31 * 24 * 60;

/** What a caller may say of a new monitor. Filters are judged where they are used. */
export const monitorInput = {
  url: text.min(1).max(2048).describe('Page to watch'),
  name: text.min(1).max(200).optional().describe('Your name for it'),
  mode: z
    .enum(['diff', 're-extract', 'always'])
    .default('diff')
    .describe('diff: a bundle at each change; re-extract, always: at each check'),
  interval_minutes: z.int().min(5).max(MAX_MINUTES).optional().describe('Default 60'),
  cron: text.max(100).optional().describe('5 fields; instead of an interval'),
  timezone: text.optional().describe('Of cron; default UTC'),
  render: z.enum(RENDER_MODES).default('auto').describe('When to use the browser'),
  include_selector: text.optional().describe('CSS: watch only this'),
  ignore_selectors: z.array(text).default([]).describe('CSS: leave out'),
  ignore_patterns: z.array(text).default([]).describe('RegExp: leave out'),
};

const schema = z.object(monitorInput);

/**
 * The settings that a caller's fields mean, every default filled in.
 *
 * @throws EvidenceError `REQUEST_INVALID`: an interval beside cron, or a time zone without it.
 */
export const toMonitorSettings = (
  fields: z.output<typeof schema>,
  webhookUrl: string | null,
): MonitorSettings => ({
  name: fields.name ?? null,
  url: fields.url,
  mode: fields.mode === 'diff' ? 'diff' : 're-extract',
  schedule: toSchedule(fields),
  render: fields.render,
  includeSelector: fields.include_selector ?? null,
  ignoreSelectors: fields.ignore_selectors,
  ignorePatterns: fields.ignore_patterns,
  webhookUrl,
});

function toSchedule({ interval_minutes, cron, timezone }: z.output<typeof schema>): Schedule {
  if (cron === undefined) {
    if (timezone !== undefined) throw new EvidenceError('REQUEST_INVALID', 'timezone: goes with cron.');
    return { kind: 'interval', minutes: interval_minutes ?? DEFAULT_MINUTES };
  }
  if (interval_minutes !== undefined)
    throw new EvidenceError('REQUEST_INVALID', 'Send interval_minutes or cron, not both.');
  return { kind: 'cron', expression: cron, timezone: timezone ?? 'UTC' };
}
