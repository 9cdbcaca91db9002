import type { Clock } from '../../core/clock.ts';
import type { MonitoredContent } from '../monitor/content.ts';
import type { ContentDiff } from '../monitor/content-diff.ts';
import type { Look, PageLooker, PageValidators } from '../monitor/look.ts';
import type { CheckStep } from '../monitor/monitor.ts';
import type { HeldCheck, Lease, LockedMonitor, MonitorFiles, MonitorRepository } from '../monitor/port.ts';
import { type CheckResult, settleCheck } from './settle-check.ts';

export interface CheckTurnParts {
  readonly repository: MonitorRepository;
  readonly files: MonitorFiles;
  readonly looker: PageLooker;
  readonly clock: Clock;
  /** From 0 to 1, 1 excluded: spreads the checks. */
  readonly chance: () => number;
}

/** A monitor whose check this process does, and the hold on it. */
export interface CheckHold {
  readonly monitor: HeldCheck;
  readonly lease: Lease;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

const LOOK_DEADLINE_MS = 90_000;

/**
 * One step of a check as one worker does it. What it stores in SQL is stored only while its lease holds: of a
 * removed monitor, or one that another worker took over, nothing more becomes known.
 */
export class CheckTurn {
  readonly monitor: HeldCheck;
  readonly #hold: CheckHold;
  readonly #parts: CheckTurnParts;

  constructor(parts: CheckTurnParts, hold: CheckHold) {
    this.#parts = parts;
    this.#hold = hold;
    this.monitor = hold.monitor;
  }

  /** @throws EvidenceError with status 503 when this service could not look. */
  see(conditional: PageValidators | null): Promise<Look> {
    const { url, render, includeSelector, ignoreSelectors, ignorePatterns } = this.monitor.settings;
    const options = { url, render, includeSelector, ignoreSelectors, ignorePatterns, conditional };
    return this.#parts.looker.look(options, { signal: this.#deadline() });
  }

  compare(contents: Parameters<PageLooker['compare']>[0]): Promise<ContentDiff | null> {
    return this.#parts.looker.compare(contents, { signal: this.#deadline() });
  }

  /** What the baseline saw; null before there is one, and once it went with its bundle. */
  async baselineContent(): Promise<MonitoredContent | null> {
    const { baseline } = this.monitor;
    return baseline && this.#read<MonitoredContent>('content', baseline.checkId);
  }

  /** What an earlier step of this check saw. */
  ownContent(): Promise<MonitoredContent | null> {
    return this.#read('content', this.monitor.current.checkId);
  }

  ownDiff(): Promise<ContentDiff | null> {
    return this.#read('diff', this.monitor.current.checkId);
  }

  keep(kind: 'content' | 'diff', value: object): Promise<void> {
    const { monitorId, current } = this.monitor;
    return this.#parts.files.write(monitorId, { kind, checkId: current.checkId }, value);
  }

  /** Go on with the next step at once. @returns null when the check is not this worker's any more. */
  async proceed(step: CheckStep): Promise<CheckTurn | null> {
    const current = { ...this.monitor.current, step };
    const change = { current, dueAt: this.#parts.clock.now() };
    const isHeld = await this.#whileHeld(({ update }) => update(change));
    return isHeld
      ? new CheckTurn(this.#parts, { ...this.#hold, monitor: { ...this.monitor, ...change } })
      : null;
  }

  /** Leave the next step to whoever is free then; null: once the job has ended. */
  async leave(step: CheckStep, afterMs: number | null): Promise<void> {
    const dueAt = afterMs === null ? null : new Date(this.#parts.clock.now().getTime() + afterMs);
    await this.#whileHeld(({ release }) => release({ current: { ...this.monitor.current, step }, dueAt }));
  }

  /** Store nothing of this step and do it again later, also by another worker. */
  async putOff(afterMs: number): Promise<void> {
    const dueAt = new Date(this.#parts.clock.now().getTime() + afterMs);
    await this.#whileHeld(({ release }) => release({ dueAt }));
  }

  /** End the check: its row, its event and the monitor's new state are stored in one transaction. */
  async finish(result: CheckResult): Promise<void> {
    const { clock, chance } = this.#parts;
    const { current } = this.monitor;
    let quoted: readonly string[] = [];
    const isStored = await this.#whileHeld(async (locked) => {
      const monitor = { ...locked.monitor, current };
      const { check, change, events } = settleCheck(monitor, result, { clock, chance: chance() });
      quoted = [check.bundle?.bundleId, check.previousBundleId].filter((id) => typeof id === 'string');
      for (const event of events) await locked.announce(event);
      await locked.finish(check, change);
    });
    if (isStored) await this.#tidy(result, quoted);
  }

  /**
   * A content is kept while it is the baseline, a diff of what changed, unless a bundle that it quotes was deleted
   * while the check was under way: that deletion found no row of this check.
   */
  async #tidy({ baseline, diff }: CheckResult, quoted: readonly string[]): Promise<void> {
    const { monitorId, current, baseline: old } = this.monitor;
    // A single look that found nothing new has written nothing.
    if (current.step.kind === 'look') return;
    const { files, repository } = this.#parts;
    const unused = baseline ? old?.checkId : current.checkId;
    if (unused) await files.remove(monitorId, { kind: 'content', checkId: unused });
    if (!diff || (await repository.hasDeleted(quoted)))
      await files.remove(monitorId, { kind: 'diff', checkId: current.checkId });
  }

  async #whileHeld(work: (locked: LockedMonitor) => Promise<void>): Promise<boolean> {
    const held = await this.#parts.repository.whileLocked(this.#hold.lease, work);
    if (held) return true;
    // Removed while this step was at work: what it has written goes too.
    for (const gone of await this.#parts.repository.gone([this.monitor.monitorId]))
      await this.#parts.files.removeAll(gone);
    return false;
  }

  async #read<T extends object>(kind: 'content' | 'diff', checkId: string): Promise<T | null> {
    return (await this.#parts.files.read(this.monitor.monitorId, { kind, checkId })) as T | null;
  }

  #deadline(): AbortSignal {
    return AbortSignal.any([this.#hold.signal, AbortSignal.timeout(LOOK_DEADLINE_MS)]);
  }
}
