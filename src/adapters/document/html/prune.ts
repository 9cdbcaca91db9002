import type { DomElement } from './dom.ts';

/** Never text that a reader sees: code, styles, fallbacks for browsers without scripts, embedded documents. */
const UNSEEN =
  'head, script, style, template, noscript, iframe, object, embed, canvas, audio, video, map, svg, ' +
  'annotation, annotation-xml, rp, datalist, link, meta, base, title, frameset';
/** Marks of text that people do not see. A browser decides by computed style; without one, these must do. */
const HIDING = '[hidden], dialog:not([open]), [style]';
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!important\s*)?(?:;|$)/i;

/**
 * Removes what no reader sees.
 *
 * @returns how many hidden elements with text were removed: machines would have read them.
 */
export function removeUnseen(root: DomElement): number {
  for (const element of root.querySelectorAll(UNSEEN)) element.remove();
  let hiddenTexts = 0;
  for (const element of root.querySelectorAll(HIDING)) {
    if (!isHidden(element) || !root.contains(element)) continue;
    if (/\S/.test(element.textContent)) hiddenTexts += 1;
    element.remove();
  }
  return hiddenTexts;
}

function isHidden(element: DomElement): boolean {
  if (element.hasAttribute('hidden')) return element.getAttribute('hidden') !== 'until-found';
  if (element.nodeName === 'DIALOG' && !element.hasAttribute('open')) return true;
  return HIDING_STYLE.test(element.getAttribute('style') ?? '');
}
