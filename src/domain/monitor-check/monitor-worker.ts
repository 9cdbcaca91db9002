import type { Clock } from '../../core/clock.ts';
import { createUlid } from '../../core/id.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { MonitorRepository } from '../monitor/port.ts';
import type { CheckRunner } from './check-runner.ts';

export interface MonitorWorkerParts {
  readonly repository: MonitorRepository;
  readonly runner: Pick<CheckRunner, 'run'>;
  readonly clock: Clock;
  /** Checks at a time in this process. */
  readonly concurrency: number;
  readonly onError: (error: unknown) => void;
}

/** A worker that is silent for so long is taken for dead. */
const LEASE_MS = 30_000;
/** How often what is held is renewed. */
export const RENEW_MS = 10_000;

/** Takes due monitors and does their checks, several at a time. Many processes may do so. */
export class MonitorWorker {
  readonly #parts: MonitorWorkerParts;
  readonly #stopping = new AbortController();
  /** Checks under way, each with the lease of the claim it came by. */
  readonly #running = new Map<Promise<void>, string>();

  constructor(parts: MonitorWorkerParts) {
    this.#parts = parts;
  }

  /** Begin as many due checks as there is room for. @returns whether more may be due already. */
  async takeDue(): Promise<boolean> {
    const { repository, concurrency, clock } = this.#parts;
    const limit = concurrency - this.#running.size;
    if (this.#stopping.signal.aborted) return false;
    if (limit === 0) return true;
    const leaseId = createUlid(clock);
    const now = clock.now();
    const due = await repository.claim({ leaseId, now, leaseUntil: leaseEnd(now), limit });
    for (const monitor of due) this.#begin(monitor, leaseId);
    return due.length === limit;
  }

  /** Keep what is held. */
  async renew(): Promise<void> {
    const leaseIds = [...new Set(this.#running.values())];
    if (leaseIds.length > 0) await this.#parts.repository.renew(leaseIds, leaseEnd(this.#parts.clock.now()));
  }

  /** Resolve when no check is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  /** Begin nothing more, and let what is under way be done by others. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  #begin(monitor: Monitor, leaseId: string): void {
    const { runner, onError } = this.#parts;
    const lease = { monitorId: monitor.monitorId, leaseId };
    const run = runner.run(monitor, lease, this.#stopping.signal).catch(onError);
    const running = run.finally(() => this.#running.delete(running));
    this.#running.set(running, leaseId);
  }
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
