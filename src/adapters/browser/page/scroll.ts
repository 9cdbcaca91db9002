import type { PageDocument, PageWindow } from './dom.ts';
import { pageScript } from './script.ts';

declare const document: PageDocument & {
  readonly scrollingElement: { readonly scrollHeight: number } | null;
};
declare const window: PageWindow;

/** Where a pass down the page ended. */
export interface ScrollPass {
  /** Height of the document at the end of the pass, CSS px. */
  readonly height: number;
  /** The pass reached the end of the document. */
  readonly reachedEnd: boolean;
}

interface ScrollLimits {
  readonly from: number;
  readonly maxHeight: number;
  readonly maxMs: number;
}

const heightOf = 'document.scrollingElement?.scrollHeight ?? 0';

/**
 * Whether anything below the first screen waits to be scrolled to: an image that is lazy by itself, or,
 * where code runs, whatever that code watches.
 */
export const needsScrollScript = (isInert: boolean): string =>
  `(${heightOf}) > window.innerHeight && (${!isInert} || document.querySelector('[loading="lazy" i]') !== null)`;

async function scrollDown({ from, maxHeight, maxMs }: ScrollLimits): Promise<ScrollPass> {
  const end = Date.now() + maxMs;
  const frame = () =>
    new Promise<void>((resolve) => {
      window.requestAnimationFrame(() => resolve());
      setTimeout(resolve, 100);
    });
  const height = () => document.scrollingElement?.scrollHeight ?? 0;
  let top = from;
  while (top < Math.min(height(), maxHeight) && Date.now() < end) {
    window.scrollTo({ top, behavior: 'instant' });
    await frame();
    await frame();
    top += window.innerHeight;
  }
  return { height: height(), reachedEnd: top >= height() };
}

/** Script that scrolls down in steps of one screen and returns a {@link ScrollPass}. */
export const scrollScript = (limits: ScrollLimits): string => pageScript(scrollDown, { argument: limits });

/** Script that goes back to the top. */
export const SCROLL_TOP_SCRIPT = `window.scrollTo({ top: 0, behavior: 'instant' })`;
