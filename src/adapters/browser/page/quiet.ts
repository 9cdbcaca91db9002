import type { PageDocument, PageMutationObserver, PageWindow } from './dom.ts';
import { pageScript } from './script.ts';

declare const document: PageDocument;
declare const window: PageWindow;
declare const MutationObserver: PageMutationObserver;

/** What a wait for a quiet document found. */
export interface Quiet {
  /** False when the document still changed at the end of the time. */
  readonly isQuiet: boolean;
  /** Milliseconds until the document sends its reader elsewhere; null when it does not. */
  readonly refreshMs: number | null;
}

interface QuietLimits {
  /** 0 for a document that nothing can change. */
  readonly quietMs: number;
  readonly maxMs: number;
}

/** Fonts loaded, and, where code can still change the document, two frames drawn and no change for a while. */
async function untilQuiet({ quietMs, maxMs }: QuietLimits): Promise<Quiet> {
  const end = Date.now() + maxMs;
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  // A hidden page draws no frames: the timer keeps the wait finite.
  const frame = () =>
    Promise.race([new Promise<void>((r) => void window.requestAnimationFrame(r)), pause(100)]);
  let changedAt = 0;
  const observer = new MutationObserver(() => {
    changedAt = Date.now();
  });
  const watched = { childList: true, characterData: true, subtree: true, attributes: true };
  observer.observe(document.documentElement, { ...watched, attributeFilter: ['src', 'srcset', 'hidden'] });
  await Promise.race([document.fonts.ready, pause(maxMs)]);
  if (quietMs > 0) {
    await frame();
    await frame();
    changedAt = Date.now();
  }
  while (changedAt + quietMs > Date.now() && Date.now() < end) {
    await pause(Math.min(changedAt + quietMs, end) - Date.now());
  }
  observer.disconnect();
  const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content');
  const seconds = refresh && /^\s*\d+(?:\.\d*)?\s*[;,]/.test(refresh) ? parseFloat(refresh) : null;
  return { isQuiet: changedAt + quietMs <= Date.now(), refreshMs: seconds === null ? null : seconds * 1000 };
}

/** Script that waits until the document stops changing and returns a {@link Quiet}. */
export const quietScript = (limits: QuietLimits): string => pageScript(untilQuiet, { argument: limits });

interface SelectorLimits {
  readonly selector: string;
  readonly maxMs: number;
}

/** @returns whether the selector matched; null when it is no selector. */
async function untilMatches({ selector, maxMs }: SelectorLimits): Promise<boolean | null> {
  const end = Date.now() + maxMs;
  try {
    while (!document.querySelector(selector)) {
      if (Date.now() >= end) return false;
      await new Promise<void>((resolve) => setTimeout(resolve, 50));
    }
    return true;
  } catch {
    return null;
  }
}

/** Script that waits for an element and returns whether it came; null when the selector is not CSS. */
export const selectorScript = (limits: SelectorLimits): string =>
  pageScript(untilMatches, { argument: limits });
