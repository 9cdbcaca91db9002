import { needsScrollScript, SCROLL_TOP_SCRIPT, type ScrollPass, scrollScript } from './page/scroll.ts';
import { isInert, runWhereSettled, type SettlingPage, settle } from './settle.ts';

/** Height of a page that is captured, CSS px; what lies below is cut off and said to be. */
export const MAX_PAGE_HEIGHT = 40_000;
/** A document that is longer after each of so many passes has no end. */
const MAX_PASSES = 4;
/** All passes together. */
const MAX_TOTAL_MS = 8_000;
const MAX_SETTLE_MS = 1_500;

/**
 * Scroll down the page in steps of one screen, so that images and sections that wait for it load, and back.
 *
 * @returns whether the page kept growing: there is no whole of it to capture.
 */
export async function revealLazyContent(page: SettlingPage): Promise<{ isEndless: boolean }> {
  if (!(await runWhereSettled<boolean>(page, needsScrollScript(isInert(page))))) return { isEndless: false };
  const end = performance.now() + MAX_TOTAL_MS;
  let from = 0;
  let grown = 0;
  for (let pass = 0; pass < MAX_PASSES && performance.now() < end; pass += 1) {
    const limits = { from, maxHeight: MAX_PAGE_HEIGHT, maxMs: Math.round(end - performance.now()) };
    const { height } = await runWhereSettled<ScrollPass>(page, scrollScript(limits));
    await settle(page, MAX_SETTLE_MS);
    const after = await runWhereSettled<ScrollPass>(page, scrollScript({ ...limits, from: height }));
    if (after.height <= height) break;
    grown += 1;
    if (after.height > MAX_PAGE_HEIGHT) break;
    from = height;
  }
  await runWhereSettled(page, SCROLL_TOP_SCRIPT);
  return { isEndless: grown > 1 };
}
