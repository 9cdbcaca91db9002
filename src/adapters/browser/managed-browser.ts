import type { RunningBrowser } from './launch.ts';

/** When a browser is replaced by a fresh one. */
export interface RecycleLimits {
  readonly maxRenders: number;
  readonly maxAgeMs: number;
  /** All its processes together; shared pages count more than once. */
  readonly maxResidentBytes: number;
}

/** Asking every process for its size takes longer than a render may lose. */
const RENDERS_PER_CHECK = 10;

interface Generation {
  readonly running: RunningBrowser;
  readonly startedAt: number;
  renders: number;
  inUse: number;
  isRetired: boolean;
}

/** The use of a browser for one render. */
export interface BrowserLease {
  readonly running: RunningBrowser;
  /** Give it back. The last render of a retired browser ends it. Never rejects. */
  release(): Promise<void>;
}

/**
 * Keeps one browser running: starts it at the first use, replaces it when it is old, used up, grown or gone,
 * and lets the renders of the replaced one end first.
 */
export class ManagedBrowser {
  readonly #launch: () => Promise<RunningBrowser>;
  readonly #limits: RecycleLimits;
  readonly #alive = new Set<Generation>();
  readonly #closing = new Set<Promise<void>>();
  #current: Promise<Generation> | null = null;
  #isClosed = false;

  constructor(launch: () => Promise<RunningBrowser>, limits: RecycleLimits) {
    this.#launch = launch;
    this.#limits = limits;
  }

  /** @throws what the launch throws. */
  async lease(): Promise<BrowserLease> {
    const generation = await this.#usable();
    generation.inUse += 1;
    generation.renders += 1;
    return { running: generation.running, release: () => this.#release(generation) };
  }

  /** End every browser, whatever it does. Nothing may be leased afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current?.catch(() => undefined);
    for (const generation of this.#alive) this.#end(generation);
    await Promise.all(this.#closing);
  }

  async #usable(): Promise<Generation> {
    this.#current ??= this.#start();
    const generation = await this.#current;
    if (this.#isFit(generation)) return generation;
    // Several renders may find the same browser unfit: the first one replaces it.
    if (!generation.isRetired) this.#retire(generation);
    return this.#usable();
  }

  async #start(): Promise<Generation> {
    try {
      if (this.#isClosed) throw new Error('the browser is closed for good');
      const running = await this.#launch();
      const generation = { running, startedAt: performance.now(), renders: 0, inUse: 0, isRetired: false };
      this.#alive.add(generation);
      return generation;
    } catch (error) {
      this.#current = null;
      throw error;
    }
  }

  #isFit({ running, startedAt, renders, isRetired }: Generation): boolean {
    const isYoung =
      performance.now() - startedAt < this.#limits.maxAgeMs && renders < this.#limits.maxRenders;
    return isYoung && !isRetired && running.browser.isConnected();
  }

  #retire(generation: Generation): void {
    generation.isRetired = true;
    this.#current = null;
    if (generation.inUse === 0) this.#end(generation);
  }

  async #release(generation: Generation): Promise<void> {
    const hasGrown = await this.#hasGrown(generation);
    generation.inUse -= 1;
    if (hasGrown && !generation.isRetired) this.#retire(generation);
    else if (generation.isRetired && generation.inUse === 0) this.#end(generation);
  }

  async #hasGrown({ running, renders }: Generation): Promise<boolean> {
    if (renders % RENDERS_PER_CHECK !== 1) return false;
    const processes = await running.processes().catch(() => []);
    const bytes = processes.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    return bytes > this.#limits.maxResidentBytes;
  }

  #end(generation: Generation): void {
    if (!this.#alive.delete(generation)) return;
    const ending: Promise<void> = generation.running.close().finally(() => this.#closing.delete(ending));
    this.#closing.add(ending);
  }
}
