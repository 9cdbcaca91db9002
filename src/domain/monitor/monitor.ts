import type { Clock } from '../../core/clock.ts';
import { createId } from '../../core/id.ts';
import type { LookFilters, PageValidators, RenderMode } from './look.ts';

/** `diff`: a bundle only when the page changed. `re-extract`: a bundle at each check. */
export type MonitorMode = 'diff' | 're-extract';

/**
 * `active`; `failing` after 3 faults in a row: it looks less often; `paused` after 10: it looks only when asked;
 * `exhausted`: its checks are used up.
 */
export type MonitorStatus = 'active' | 'failing' | 'paused' | 'exhausted';

/** When to look: every so many minutes, or as a cron expression of 5 fields says. */
export type Schedule =
  | { readonly kind: 'interval'; readonly minutes: number }
  | { readonly kind: 'cron'; readonly expression: string; readonly timezone: string };

/** What is watched and how. It never changes: the evidence of a monitor is about one question. */
export interface MonitorSettings extends LookFilters {
  readonly name: string | null;
  readonly url: string;
  readonly mode: MonitorMode;
  readonly schedule: Schedule;
  readonly render: RenderMode;
  readonly webhookUrl: string | null;
}

/** The state of the page that later looks are compared with. Its content lies in a file named by its check. */
export interface Baseline {
  readonly checkId: string;
  /** SHA-256 of the content, hex. */
  readonly contentSha256: string;
  readonly validators: PageValidators | null;
}

/** A bundle of the monitor. */
export interface MonitorBundle {
  readonly bundleId: string;
  readonly manifestSha256: string;
}

/** The page was seen, and this is how it compares. */
export type SeenOutcome = 'baseline' | 'unchanged' | 'changed';

/** What one look saw, kept while it is confirmed and sealed. */
export interface Sighting {
  readonly httpStatus: number;
  readonly contentSha256: string;
  readonly validators: PageValidators | null;
}

/**
 * A check under way. `look` sees the page; a change is seen again in `confirm`; in `seal` a job makes the bundle.
 * Every step may be done by another process.
 */
export type CheckStep =
  | { readonly kind: 'look' }
  | { readonly kind: 'confirm' }
  | {
      readonly kind: 'seal';
      readonly sighting: Sighting;
      readonly outcome: SeenOutcome;
      readonly jobId: string;
    };

/**
 * The check under way, or the next one: its id is known before, to who asks for it. There is never another one, so
 * that checks never overlap.
 */
export interface CurrentCheck {
  readonly checkId: string;
  /** When it began; null before its first look has seen something new. */
  readonly at: Date | null;
  readonly step: CheckStep;
}

/** A check that nobody has begun. */
export const nextCheck = (clock: Clock): CurrentCheck => ({
  checkId: createId('chk', clock),
  at: null,
  step: { kind: 'look' },
});

/** A watched page (design.md 4.8). */
export interface Monitor {
  readonly monitorId: string;
  readonly ownerId: string;
  readonly settings: MonitorSettings;
  readonly status: MonitorStatus;
  readonly createdAt: Date;
  readonly checksRemaining: number;
  /** Blocked or failed checks since the page was seen last. */
  readonly faults: number;
  /** When something is to be done next; null: nothing until it is asked for, or until the bundle is there. */
  readonly dueAt: Date | null;
  readonly current: CurrentCheck;
  readonly baseline: Baseline | null;
  /** The newest bundle, which the next one is chained to. */
  readonly bundle: MonitorBundle | null;
  /** Checks in its history: the last one's `seq`. */
  readonly checkCount: number;
  /** End of the newest epoch in the log: no check may begin before it any more. */
  readonly sealedUntil: Date | null;
}

/** Checks that the price of a monitor buys; the baseline comes with it. */
export const CHECK_BUDGET = 1440;
