import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EvidenceError } from '../../core/error.ts';
import type { PageRenderer, PageSnapshot } from '../../domain/capture/port.ts';
import { processUsage } from '../sandbox/process-usage.ts';
import { automationVersion } from './automation.ts';
import { killGroup } from './kill-group.ts';
import { removeOrphans } from './profile.ts';
import type { ChildOrder, ChildParts, ChildReport, SentError } from './renderer-protocol.ts';

/** How the process is kept. */
export interface RendererProcessParts extends ChildParts {
  /** Told what an operator should know: text of ours. */
  readonly warn: (message: string) => void;
}

const NO_SANDBOX =
  'The browser runs without its own sandbox: as root, or without user namespaces, it cannot have one.';
const CHILD_SCRIPT = fileURLToPath(new URL('./renderer-child.ts', import.meta.url));
const MAX_HEAP_MB = 1_024;
/** Heap and buffers: a message of the browser is held several times while it is read. */
const MAX_RESIDENT_MB = 1_536;
const CHECK_MS = 100;
/** How long the process may take to end its browser before it is killed. */
const CLOSE_TIMEOUT_MS = 10_000;
/** All of our environment that it gets: what finding and starting a browser needs. */
const PASSED_VARIABLES = [
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'],
  ...['XDG_CACHE_HOME', 'PLAYWRIGHT_BROWSERS_PATH'],
];

interface Pending {
  readonly resolve: (snapshot: PageSnapshot) => void;
  readonly reject: (error: EvidenceError) => void;
}

/** One child and what is under way in it. */
interface Host {
  readonly child: ChildProcess;
  readonly pending: Map<number, Pending>;
  /** Process groups of its browsers. */
  readonly groups: Set<number>;
  /** Resolves when the child is gone, or never was there. */
  readonly exited: Promise<void>;
  /** Resolves when the child, its browsers and their profiles are gone. */
  readonly gone: Promise<void>;
}

/**
 * A {@link PageRenderer} in a process of its own, with its browser, its driver and its proxy. It starts at the
 * first render and again after it died; a page that kills it harms at most the pages beside it.
 *
 * `render` throws what the renderer in the child throws; when the child dies, `DOCUMENT_TOO_LARGE` for a page
 * that was alone in it, else `BROWSER_UNAVAILABLE`.
 */
export function createRendererProcess({ warn, ...parts }: RendererProcessParts): PageRenderer {
  const env = allowedEnvironment(parts.search.env);
  const childParts = { ...parts, search: { ...parts.search, env } };
  const automation = automationVersion();
  const browsers = followBrowsers(warn);
  const state = { nextId: 0, isClosed: false };
  const hosts = new Set<Host>();
  let current: Host | null = null;

  const onReport = (host: Host, report: ChildReport): void => {
    if (report.kind === 'rendered') host.pending.get(report.id)?.resolve(report.snapshot);
    else if (report.kind === 'failed') host.pending.get(report.id)?.reject(receiveError(report.error));
    else browsers.follow(host, report);
  };

  const onDeath = ({ pending }: Host): void => {
    if (!state.isClosed) warn('The process of the browser died; the next capture starts another.');
    const error = state.isClosed ? new EvidenceError('DEADLINE_EXCEEDED') : deathError(pending.size);
    for (const { reject } of pending.values()) reject(error);
  };

  const start = (): Host => {
    const host = startHost(env, childParts);
    hosts.add(host);
    host.child.on('message', (report) => onReport(host, report as ChildReport));
    void host.exited.then(() => {
      current = null;
      onDeath(host);
    });
    void host.gone.then(() => hosts.delete(host));
    return host;
  };

  return {
    automation,
    get version() {
      return browsers.version;
    },
    async render(main, options, { signal }) {
      if (state.isClosed || signal.aborted) throw new EvidenceError('DEADLINE_EXCEEDED');
      current ??= start();
      state.nextId += 1;
      return renderIn(current, { kind: 'render', id: state.nextId, main, options }, signal);
    },
    async close() {
      state.isClosed = true;
      await Promise.all([...hosts].map(closeHost));
    },
  };
}

type BrowserReport = Extract<ChildReport, { news: unknown }>;

/** Keeps what is known of the browsers of all hosts. */
function followBrowsers(warn: RendererProcessParts['warn']) {
  const state = { version: null as string | null, hasWarned: false };
  return {
    get version() {
      return state.version;
    },
    follow({ groups }: Host, { kind, news: { leader, version, isSandboxed } }: BrowserReport): void {
      if (kind === 'browser-ended') {
        if (leader !== undefined) groups.delete(leader);
        return;
      }
      if (leader !== undefined) groups.add(leader);
      state.version = version;
      if (isSandboxed || state.hasWarned) return;
      state.hasWarned = true;
      warn(NO_SANDBOX);
    },
  };
}

function startHost(env: Readonly<Record<string, string>>, parts: ChildParts): Host {
  const child = fork(CHILD_SCRIPT, [], {
    env,
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    // What libraries print may hold text of pages.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const pending: Host['pending'] = new Map();
  const groups: Host['groups'] = new Set();
  const watch = setInterval(() => void limitMemory(child), CHECK_MS).unref();
  const exited = untilExit(child);
  const gone = exited.then(async () => {
    clearInterval(watch);
    for (const group of groups) killGroup(group);
    await removeOrphans(parts.tempDir).catch(() => undefined);
  });
  send(child, { kind: 'open', parts });
  return { child, pending, groups, exited, gone };
}

function untilExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => {
      if (child.pid === undefined) resolve();
    });
  });
}

/** Why a render failed whose process died. @param count renders that were under way in it. */
const deathError = (count: number): EvidenceError =>
  count === 1
    ? new EvidenceError('DOCUMENT_TOO_LARGE', 'The page takes more memory than the service gives it.')
    : new EvidenceError('BROWSER_UNAVAILABLE', 'The browser went away, and may be back for the next call.');

async function renderIn(
  { child, pending }: Host,
  order: Extract<ChildOrder, { kind: 'render' }>,
  signal: AbortSignal,
): Promise<PageSnapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<PageSnapshot>();
  const onAbort = () => {
    send(child, { kind: 'abort', id: order.id });
    reject(new EvidenceError('DEADLINE_EXCEEDED', undefined, { cause: signal.reason }));
  };
  pending.set(order.id, { resolve, reject });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    send(child, order);
    return await promise;
  } finally {
    pending.delete(order.id);
    signal.removeEventListener('abort', onAbort);
  }
}

async function closeHost({ child, gone }: Host): Promise<void> {
  send(child, { kind: 'close' });
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

async function limitMemory(child: ChildProcess): Promise<void> {
  const { memoryMb } = await processUsage(child.pid ?? 0);
  if (memoryMb > MAX_RESIDENT_MB) child.kill('SIGKILL');
}

/** What cannot be sent is answered by the child's end. */
function send(child: ChildProcess, order: ChildOrder): void {
  if (child.connected) child.send(order, () => undefined);
}

const receiveError = ({ code, message, ...options }: SentError): EvidenceError =>
  new EvidenceError(code, message, options);

const allowedEnvironment = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
