import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

/** Longer than any page script takes by itself. */
const SCRIPT_TIMEOUT_MS = 11_000;
/** The browser answers even where the page is busy. */
const HOLD_TIMEOUT_MS = 1_000;

/** A script threw, its document went away while it ran, or the page is too busy to run it. */
export class PageScriptError extends Error {
  override readonly name = 'PageScriptError';
}

/** The page runs code of its own without end. */
export class PageBusy extends PageScriptError {}

/**
 * Run a script in the page's main frame, in a world of its own: it sees the page's DOM, but nothing that the
 * page's scripts put over built-in functions.
 *
 * @param script an expression; a promise is awaited.
 * @param maxMs how long the page may take to answer.
 * @returns what JSON carries of its value. From the page: untrusted.
 * @throws PageScriptError, of kind {@link PageBusy} when there was no answer in time.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-createIsolatedWorld
 */
export async function runInPage<T>(
  cdp: CDPSession,
  script: string,
  maxMs: number = SCRIPT_TIMEOUT_MS,
): Promise<T> {
  const timeout = new AbortController();
  try {
    return await Promise.race([evaluate<T>(cdp, script), busyAfter(maxMs, timeout.signal)]);
  } catch (cause) {
    throw cause instanceof PageScriptError ? cause : new PageScriptError('a page script failed', { cause });
  } finally {
    timeout.abort();
  }
}

/** End the page's code, whatever it does, and run none any more: scripts of ours that wait do not either. */
export async function stopScripts(cdp: CDPSession): Promise<void> {
  const stopping = Promise.all([
    cdp.send('Emulation.setScriptExecutionDisabled', { value: true }),
    cdp.send('Runtime.terminateExecution'),
  ]);
  await Promise.race([stopping.catch(() => undefined), delay(HOLD_TIMEOUT_MS)]);
}

async function evaluate<T>(cdp: CDPSession, script: string): Promise<T> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: 'affiant' };
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', world);
  const answer = await cdp.send('Runtime.evaluate', {
    expression: script,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? 'no detail');
  return answer.result.value as T;
}

async function busyAfter(maxMs: number, signal: AbortSignal): Promise<never> {
  await delay(maxMs, undefined, { signal });
  throw new PageBusy('the page does not answer');
}
