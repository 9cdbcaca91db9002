import type { CDPSession } from 'playwright';

/** A script threw, or its document went away while it ran. */
class PageScriptError extends Error {
  override readonly name = 'PageScriptError';
}

/**
 * Run a script in the page's main frame, in a world of its own: it sees the page's DOM, but nothing that the
 * page's scripts put over built-in functions.
 *
 * @param script an expression; a promise is awaited.
 * @returns what JSON carries of its value. From the page: untrusted.
 * @throws PageScriptError
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-createIsolatedWorld
 */
export async function runInPage<T>(cdp: CDPSession, script: string): Promise<T> {
  try {
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'affiant' };
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', world);
    const answer = await cdp.send('Runtime.evaluate', {
      expression: script,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer.exceptionDetails)
      throw new Error(answer.exceptionDetails.exception?.description ?? 'no detail');
    return answer.result.value as T;
  } catch (cause) {
    throw new PageScriptError('a page script failed', { cause });
  }
}
