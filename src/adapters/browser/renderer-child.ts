/**
 * The process that talks to the browser. What a page sends through the browser's pipe is read here: a message
 * too long for a string ends this process, and no other.
 */
import { systemClock } from '../../core/clock.ts';
import { toEvidenceError } from '../../core/error.ts';
import { startEgressProxy } from '../egress/proxy.ts';
import { findBrowser } from './find-browser.ts';
import { ChromiumRenderer } from './renderer.ts';
import type { ChildOrder, ChildParts, ChildReport, SentError } from './renderer-protocol.ts';

/** How long the browser may take to go before this process goes without it. */
const CLOSE_TIMEOUT_MS = 8_000;

type RenderOrder = Extract<ChildOrder, { kind: 'render' }>;

const running = new Map<number, AbortController>();
let opening: Promise<ChromiumRenderer> | null = null;

const report = (message: ChildReport): void => {
  if (process.connected) process.send?.(message);
};

async function open({ search, networks, tempDir, limits }: ChildParts): Promise<ChromiumRenderer> {
  return new ChromiumRenderer({
    findBrowser: () => findBrowser(search),
    proxy: await startEgressProxy({ networks }),
    clock: systemClock,
    tempDir,
    limits,
    onStart: (news) => report({ kind: 'browser-started', news }),
    onEnd: (news) => report({ kind: 'browser-ended', news }),
  });
}

function begin(parts: ChildParts): void {
  opening = open(parts);
  // Each render awaits it, and tells its failure.
  opening.catch(() => undefined);
}

async function render({ id, main, options }: RenderOrder): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const renderer = await opening;
    if (!renderer) throw new TypeError('a render came before its renderer');
    const snapshot = await renderer.render(main, options, {
      signal: abort.signal,
      progress: () => undefined,
    });
    report({ kind: 'rendered', id, snapshot });
  } catch (error) {
    report({ kind: 'failed', id, error: describe(error) });
  } finally {
    running.delete(id);
  }
}

function describe(thrown: unknown): SentError {
  const { code, message, details, hint, cause } = toEvidenceError(thrown);
  return { code, message, details, hint, cause: String(cause) };
}

async function close(): Promise<void> {
  setTimeout(() => process.exit(), CLOSE_TIMEOUT_MS);
  const renderer = await opening?.catch(() => null);
  await renderer?.close();
  process.exit();
}

process.on('message', (order: ChildOrder) => {
  if (order.kind === 'open') begin(order.parts);
  else if (order.kind === 'render') void render(order);
  else if (order.kind === 'abort') running.get(order.id)?.abort();
  else void close();
});
process.once('disconnect', () => void close());
// A terminal signals the whole group: the service ends its renders first, then this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
