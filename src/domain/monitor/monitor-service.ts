import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import type { Owner } from '../account/principal.ts';
import { judgeUrl } from '../egress/policy.ts';
import type { AddressGuard } from '../webhook/port.ts';
import type { NewWebhook } from '../webhook/webhook.ts';
import type { MonitorCheck } from './check.ts';
import type { ContentDiff } from './content-diff.ts';
import { assertCron } from './cron.ts';
import type { PageLooker } from './look.ts';
import { CHECK_BUDGET, type Monitor, type MonitorSettings, nextCheck } from './monitor.ts';
import type { LockedMonitor, MonitorFiles, MonitorRepository, Page } from './port.ts';

export interface MonitorServiceParts {
  readonly repository: MonitorRepository;
  readonly files: MonitorFiles;
  readonly filters: Pick<PageLooker, 'assertFilters'>;
  readonly addresses: AddressGuard;
  readonly clock: Clock;
}

/** A monitor, and the newest check of it. */
export interface MonitorState {
  readonly monitor: Monitor;
  readonly lastCheck: MonitorCheck | null;
}

/** A check, and what it found changed; null also once that went with a deleted bundle. */
export interface CheckWithDiff {
  readonly check: MonitorCheck;
  readonly diff: ContentDiff | null;
}

/** A page of a monitor's history. */
export interface History {
  readonly monitor: Monitor;
  readonly checks: readonly CheckWithDiff[];
  readonly hasMore: boolean;
}

/** Watched pages of owners (design.md 4.8). */
export class MonitorService {
  readonly #parts: MonitorServiceParts;

  constructor(parts: MonitorServiceParts) {
    this.#parts = parts;
  }

  /**
   * Watch a page; the first look comes at once.
   *
   * @param webhook told of changes, and of the end; null: nobody is.
   * @throws EvidenceError `REQUEST_INVALID`, `URL_BLOCKED`.
   */
  async create(
    owner: Owner,
    settings: MonitorSettings,
    { webhook, signal }: { readonly webhook: NewWebhook | null; readonly signal: AbortSignal },
  ): Promise<Monitor> {
    const { repository, clock } = this.#parts;
    const url = await this.#assertSettings(settings, signal);
    const now = clock.now();
    const monitor: Monitor = {
      monitorId: createId('mon', clock),
      ownerId: owner.ownerId,
      settings: { ...settings, url },
      status: 'active',
      createdAt: now,
      checksRemaining: CHECK_BUDGET,
      faults: 0,
      dueAt: now,
      current: nextCheck(clock),
      baseline: null,
      bundle: null,
      checkCount: 0,
      sealedUntil: null,
    };
    await repository.insert(monitor, webhook);
    return monitor;
  }

  /** @throws EvidenceError `NOT_FOUND`. */
  async get({ ownerId }: Owner, monitorId: string): Promise<MonitorState> {
    const monitor = await this.#parts.repository.get({ ownerId, monitorId });
    if (!monitor) throw new EvidenceError('NOT_FOUND');
    const last = await this.#parts.repository.lastChecks([monitorId]);
    return { monitor, lastCheck: last.get(monitorId) ?? null };
  }

  /** The owner's monitors, oldest first, from behind `after`. */
  async list(
    { ownerId }: Owner,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<Page<MonitorState>> {
    const { items, hasMore } = await this.#parts.repository.list(ownerId, page);
    const last = await this.#parts.repository.lastChecks(items.map(({ monitorId }) => monitorId));
    return {
      items: items.map((monitor) => ({ monitor, lastCheck: last.get(monitor.monitorId) ?? null })),
      hasMore,
    };
  }

  /** Every check, oldest first, from behind `afterSeq`. @throws EvidenceError `NOT_FOUND`. */
  async history(
    owner: Owner,
    monitorId: string,
    page: { readonly afterSeq: number; readonly limit: number },
  ): Promise<History> {
    const { monitor } = await this.get(owner, monitorId);
    const { items, hasMore } = await this.#parts.repository.checks(monitorId, page);
    const checks: CheckWithDiff[] = [];
    for (const check of items) checks.push({ check, diff: await this.#diffOf(check) });
    return { monitor, checks, hasMore };
  }

  /** Stop a monitor at once and remove it with its history. Its bundles stay. @throws EvidenceError `NOT_FOUND`. */
  async remove({ ownerId }: Owner, monitorId: string): Promise<void> {
    const { repository, files, clock } = this.#parts;
    if (!(await repository.remove({ ownerId, monitorId }, clock.now()))) throw new EvidenceError('NOT_FOUND');
    await files.removeAll(monitorId);
  }

  /**
   * Look now, also at a paused page.
   *
   * @returns the id of the check: the one under way, where there is one.
   * @throws EvidenceError `NOT_FOUND`, `MONITOR_EXHAUSTED`.
   */
  requestCheck(owner: Owner, monitorId: string): Promise<string> {
    const now = this.#parts.clock.now();
    return this.#change(owner, monitorId, async ({ monitor, update }) => {
      if (monitor.status === 'exhausted') throw new EvidenceError('MONITOR_EXHAUSTED');
      if (monitor.current.step.kind === 'look') await update({ dueAt: now });
      return monitor.current.checkId;
    });
  }

  /**
   * Go on with a paused or failing monitor: it looks at once. One that is active stays as it is.
   *
   * @throws EvidenceError `NOT_FOUND`, `MONITOR_EXHAUSTED`.
   */
  async resume(owner: Owner, monitorId: string): Promise<MonitorState> {
    const now = this.#parts.clock.now();
    await this.#change(owner, monitorId, async ({ monitor, update }) => {
      if (monitor.status === 'exhausted') throw new EvidenceError('MONITOR_EXHAUSTED');
      if (monitor.status === 'active') return;
      const isBetweenSteps = monitor.current.step.kind !== 'look';
      await update({ status: 'active', faults: 0, ...(!isBetweenSteps && { dueAt: now }) });
    });
    return this.get(owner, monitorId);
  }

  async #change<T>(
    { ownerId }: Owner,
    monitorId: string,
    work: (locked: LockedMonitor) => Promise<T>,
  ): Promise<T> {
    const changed = await this.#parts.repository.whileLocked({ ownerId, monitorId }, work);
    if (!changed) throw new EvidenceError('NOT_FOUND');
    return changed.value;
  }

  async #assertSettings(settings: MonitorSettings, signal: AbortSignal): Promise<string> {
    await this.#parts.filters.assertFilters(settings, { signal });
    const { schedule } = settings;
    if (schedule.kind === 'cron') assertCron(schedule.expression, schedule.timezone, this.#parts.clock.now());
    const url = parsePageUrl(settings.url);
    await this.#parts.addresses.assertAllowed(url, signal);
    return url.href;
  }

  async #diffOf({ monitorId, checkId, outcome }: MonitorCheck): Promise<ContentDiff | null> {
    if (outcome !== 'changed') return null;
    return (await this.#parts.files.read(monitorId, { kind: 'diff', checkId })) as ContentDiff | null;
  }
}

/** @throws EvidenceError `REQUEST_INVALID` when malformed, `URL_BLOCKED` for another scheme or a forbidden port. */
function parsePageUrl(text: string): URL {
  const verdict = judgeUrl(text);
  if (verdict.allowed) return verdict.target.url;
  if (verdict.reason !== 'malformed')
    throw new EvidenceError('URL_BLOCKED', undefined, { details: { reason: verdict.reason } });
  throw new EvidenceError('REQUEST_INVALID', 'url: expected an absolute http or https URL without user name');
}
