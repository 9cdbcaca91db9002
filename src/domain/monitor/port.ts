import type { EventQuotes, WebhookEventType } from '../webhook/event.ts';
import type { NewWebhook } from '../webhook/webhook.ts';
import type { MonitorCheck } from './check.ts';
import type { CurrentCheck, Monitor } from './monitor.ts';

/** A worker's hold on a monitor: whoever holds it does its check, and nobody else. */
export interface Lease {
  readonly monitorId: string;
  readonly leaseId: string;
}

/** A monitor as its owner names it. */
export interface OwnedMonitor {
  readonly ownerId: string;
  readonly monitorId: string;
}

/** What a worker takes from the due monitors. */
export interface Claim {
  readonly leaseId: string;
  readonly now: Date;
  /** When others may take what this worker has not finished. */
  readonly leaseUntil: Date;
  readonly limit: number;
}

/** What may change of a monitor. */
export type MonitorChange = Partial<
  Pick<
    Monitor,
    'status' | 'checksRemaining' | 'faults' | 'dueAt' | 'current' | 'baseline' | 'bundle' | 'checkCount'
  >
>;

/** Something that the webhook of a monitor is told. */
export interface MonitorEvent {
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
  /** Null: `data` holds no text of a bundle. */
  readonly quotes: EventQuotes | null;
}

/** A monitor that nobody else changes until the work on it ends. */
export interface LockedMonitor {
  readonly monitor: Monitor;
  update(change: MonitorChange): Promise<void>;
  /** {@link LockedMonitor.update}, and let others take it. */
  release(change: MonitorChange): Promise<void>;
  /** {@link LockedMonitor.release} with a check that has ended. */
  finish(check: MonitorCheck, change: MonitorChange): Promise<void>;
  /** Tell its webhook, if it has one. */
  announce(event: MonitorEvent): Promise<void>;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** Monitors and their checks in SQL. */
export interface MonitorRepository {
  /** Insert a monitor and its webhook. */
  insert(monitor: Monitor, webhook: NewWebhook | null): Promise<void>;
  /** The owner's monitor; null when absent or somebody else's. */
  get(owned: OwnedMonitor): Promise<Monitor | null>;
  /** Oldest first, from behind `after`. */
  list(
    ownerId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<Page<Monitor>>;
  /** Newest check of each monitor that has one. */
  lastChecks(monitorIds: readonly string[]): Promise<ReadonlyMap<string, MonitorCheck>>;
  /** Checks from behind `afterSeq`, oldest first. */
  checks(
    monitorId: string,
    page: { readonly afterSeq: number; readonly limit: number },
  ): Promise<Page<MonitorCheck>>;
  /** Remove a monitor with its history and webhook, and cancel its job. @returns false when there is none. */
  remove(owned: OwnedMonitor, at: Date): Promise<boolean>;
  /** Take due monitors that nobody holds. */
  claim(claim: Claim): Promise<readonly Monitor[]>;
  /** Keep what is held. */
  renew(leaseIds: readonly string[], leaseUntil: Date): Promise<void>;
  /** Take back what dead processes held: for the only process of a database. */
  releaseAll(): Promise<void>;
  /** Whether one of these bundles was deleted. */
  hasDeleted(bundleIds: readonly string[]): Promise<boolean>;
  /** Of these monitors, those that are not there any more. */
  gone(monitorIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Change a monitor: as the worker that holds it, or as its owner whoever holds it.
   *
   * @returns null when there is no such monitor, or the lease is lost; else what `work` returned.
   */
  whileLocked<T>(
    monitor: Lease | OwnedMonitor,
    work: (locked: LockedMonitor) => Promise<T>,
  ): Promise<{ readonly value: T } | null>;
}

/** Which file of a monitor. */
export interface MonitorFile {
  /** `content`: what a check saw. `diff`: what it found changed. */
  readonly kind: 'content' | 'diff';
  readonly checkId: string;
}

/** What was read on watched pages: never in SQL, whose log outlives a deletion. */
export interface MonitorFiles {
  write(monitorId: string, file: MonitorFile, value: object): Promise<void>;
  /** @returns null when there is no such file. */
  read(monitorId: string, file: MonitorFile): Promise<object | null>;
  remove(monitorId: string, file: MonitorFile): Promise<void>;
  /** Remove everything of a monitor. */
  removeAll(monitorId: string): Promise<void>;
  /** Monitors of which there may be something. */
  monitorIds(): Promise<readonly string[]>;
}

/** What the monitor needs of a check under way. */
export type HeldCheck = Monitor & { readonly current: CurrentCheck & { readonly at: Date } };
