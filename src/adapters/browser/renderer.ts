import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type {
  CaptureContext,
  MainDocument,
  PageRenderer,
  PageSnapshot,
  RenderOptions,
} from '../../domain/capture/port.ts';
import type { EgressProxy } from '../../domain/egress/port.ts';
import { automationVersion } from './automation.ts';
import type { BrowserProgram } from './find-browser.ts';
import { launchBrowser, type RunningBrowser } from './launch.ts';
import { ManagedBrowser, type RecycleLimits } from './managed-browser.ts';
import { guardMemory } from './memory-guard.ts';
import { PageScriptError } from './page-world.ts';
import { Slots } from './slots.ts';
import { openTab, RendererCrashed, type Tab } from './tab.ts';
import { visit } from './visit.ts';

/** Limits of renders and of the browser's life. */
export interface RendererLimits extends RecycleLimits {
  /** Pages open at the same time. */
  readonly concurrency: number;
  /** Renders that may wait for one of them; one more is `OVERLOADED`. */
  readonly maxWaiting: number;
  /** Whole time of one render from its slot on; then its context is closed, by force if need be. */
  readonly renderTimeoutMs: number;
  /** Bytes that one page may move through the proxy. */
  readonly maxPageBytes: number;
  /** Resident memory of one process of a page; a page whose process outgrows it is refused. */
  readonly maxProcessBytes: number;
}

/** A browser that started or is gone. */
export interface BrowserNews {
  /** Id of its process group; undefined where the browser does not tell. */
  readonly leader: number | undefined;
  /** e.g. `Chromium 156.0.8078.79`. */
  readonly version: string;
  /** Whether Chromium's own sandbox holds its pages. */
  readonly isSandboxed: boolean;
}

/** What the renderer is built from. */
export interface RendererParts {
  /** Called once, at the first render. */
  readonly findBrowser: () => Promise<BrowserProgram>;
  readonly proxy: EgressProxy;
  readonly clock: Clock;
  /** Folder for profiles. */
  readonly tempDir: string;
  /** What is left out has a default. */
  readonly limits: Pick<RendererLimits, 'concurrency'> & Partial<RendererLimits>;
  /** Told of every browser that started. */
  readonly onStart?: (news: BrowserNews) => void;
  /** Told of every browser that is gone. */
  readonly onEnd?: (news: BrowserNews) => void;
}

const DEFAULT_LIMITS = {
  maxWaiting: 64,
  renderTimeoutMs: 50_000,
  maxPageBytes: 256 * 1024 * 1024,
  maxProcessBytes: 1.5 * 1024 ** 3,
  maxRenders: 100,
  maxAgeMs: 60 * 60_000,
  maxResidentBytes: 2 * 1024 ** 3,
};
/** How long closing a context may take before its whole browser is killed. */
const CLOSE_TIMEOUT_MS = 5_000;
/** A render that lost its browser or its page's process is tried once more. */
const MAX_ATTEMPTS = 2;

interface RenderWork {
  readonly main: MainDocument;
  readonly options: RenderOptions;
  readonly signal: AbortSignal;
  /** Receives the end of each attempt; none rejects. */
  readonly leaving: Promise<void>[];
}

/** The browser went away under a render, or did not start. */
class BrowserLost extends Error {
  override readonly name = 'BrowserLost';
}

/** {@link PageRenderer} over one Chromium that is started at the first render. */
export class ChromiumRenderer implements PageRenderer {
  readonly automation = automationVersion();
  readonly #parts: RendererParts;
  readonly #limits: RendererLimits;
  readonly #slots: Slots;
  readonly #managed: ManagedBrowser;
  readonly #closing = new AbortController();
  #program: Promise<BrowserProgram> | null = null;
  #version: string | null = null;

  constructor(parts: RendererParts) {
    this.#parts = parts;
    this.#limits = { ...DEFAULT_LIMITS, ...parts.limits };
    this.#slots = new Slots(this.#limits);
    this.#managed = new ManagedBrowser(() => this.#launch(), this.#limits);
  }

  get version(): string | null {
    return this.#version;
  }

  /**
   * @throws EvidenceError `SELECTOR_NOT_FOUND`, `DOCUMENT_UNSUPPORTED` (the page crashes its process or never holds still),
   *   `DOCUMENT_TOO_LARGE` (the page fills its memory), `OVERLOADED`, `BROWSER_UNAVAILABLE`, `DEADLINE_EXCEEDED`.
   */
  async render(main: MainDocument, options: RenderOptions, context: CaptureContext): Promise<PageSnapshot> {
    const asked = AbortSignal.any([context.signal, this.#closing.signal]);
    try {
      const giveBack = await this.#slots.take(asked);
      const leaving: Promise<void>[] = [];
      const signal = AbortSignal.any([asked, AbortSignal.timeout(this.#limits.renderTimeoutMs)]);
      try {
        return await this.#renderWithRetry({ main, options, signal, leaving });
      } finally {
        // The caller need not wait until its tabs are closed, but the next render does.
        void Promise.all(leaving).finally(giveBack);
      }
    } catch (error) {
      throw translate(error);
    }
  }

  /** Ends running renders with `DEADLINE_EXCEEDED`, then the browser. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#managed.close();
  }

  async #renderWithRetry(work: RenderWork): Promise<PageSnapshot> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        const mayPass = error instanceof BrowserLost || error instanceof RendererCrashed;
        if (attempt === MAX_ATTEMPTS || !mayPass) throw error;
      }
    }
  }

  async #attempt({ main, options, signal, leaving }: RenderWork): Promise<PageSnapshot> {
    signal.throwIfAborted();
    const lease = await this.#managed.lease();
    const { browser, ended } = lease.running;
    const guard = guardMemory(lease.running, this.#limits.maxProcessBytes);
    const session = this.#parts.proxy.openSession({
      maxBytes: this.#limits.maxPageBytes,
      offline: options.offline,
    });
    const opening = openTab(browser, { serverUrl: this.#parts.proxy.serverUrl, session }, options.viewport);
    const lost = ended.then(() => Promise.reject(new BrowserLost('the browser went away')));
    const visiting = opening.then((tab) =>
      Promise.race([visit({ tab, session, clock: this.#parts.clock, main, options }), tab.crashed]),
    );
    try {
      return await untilAborted(Promise.race([visiting, lost]), signal);
    } catch (error) {
      if (guard.hasKilled && error instanceof RendererCrashed) throw takesTooMuch(error);
      const isLost = !signal.aborted && !browser.isConnected();
      throw isLost ? new BrowserLost('the browser went away', { cause: error }) : error;
    } finally {
      session.close();
      const closing = closeTab(opening, lease.running).finally(guard.stop);
      leaving.push(closing.then(lease.release));
    }
  }

  async #launch(): Promise<RunningBrowser> {
    this.#program ??= this.#parts.findBrowser();
    const program = await this.#program.catch((error: unknown) => {
      this.#program = null;
      throw error;
    });
    const options = { program, proxyUrl: this.#parts.proxy.serverUrl, tempDir: this.#parts.tempDir };
    // Chromium refuses its sandbox to root; other users may lack user namespaces.
    const sandboxed =
      process.getuid?.() === 0 ? null : await launchBrowser({ ...options, sandbox: true }).catch(() => null);
    const running = sandboxed ?? (await start(launchBrowser({ ...options, sandbox: false })));
    this.#version = program.version;
    this.#announce(running, { version: program.version, isSandboxed: sandboxed !== null });
    return running;
  }

  #announce({ leader, ended }: RunningBrowser, facts: Omit<BrowserNews, 'leader'>): void {
    const news = { leader, ...facts };
    this.#parts.onStart?.(news);
    void ended.then(() => this.#parts.onEnd?.(news));
  }
}

const takesTooMuch = (cause: unknown): EvidenceError =>
  new EvidenceError('DOCUMENT_TOO_LARGE', 'The page takes more memory than the service gives it.', { cause });

const start = (launching: Promise<RunningBrowser>): Promise<RunningBrowser> =>
  launching.catch((cause: unknown) => {
    throw new BrowserLost('the browser did not start', { cause });
  });

/** Settles as `work` does, or rejects with the signal's reason if that comes first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}

/** A page that cannot be closed keeps a process busy: then the browser goes, and other renders start anew. */
async function closeTab(opening: Promise<Tab>, running: RunningBrowser): Promise<void> {
  const timer = setTimeout(() => running.kill(), CLOSE_TIMEOUT_MS);
  await opening.then(({ context }) => context.close()).catch(() => undefined);
  clearTimeout(timer);
}

function translate(error: unknown): EvidenceError {
  if (error instanceof EvidenceError) return error;
  if (error instanceof BrowserLost)
    return new EvidenceError('BROWSER_UNAVAILABLE', undefined, { cause: error });
  if (error instanceof RendererCrashed) {
    return new EvidenceError('DOCUMENT_UNSUPPORTED', 'The page crashes the browser.', { cause: error });
  }
  if (error instanceof PageScriptError) {
    return new EvidenceError('DOCUMENT_UNSUPPORTED', 'The page does not hold still to be read.', {
      cause: error,
    });
  }
  const isAbort = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);
  return new EvidenceError(isAbort ? 'DEADLINE_EXCEEDED' : 'INTERNAL', undefined, { cause: error });
}
