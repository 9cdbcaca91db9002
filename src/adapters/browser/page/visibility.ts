import type { PageDocument, PageElement, PageNode, PageRect, PageStyle, PageWindow } from './dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** What is painted behind the text of an element: a colour, or something whose colour is not known. */
export type Backdrop = readonly [number, number, number] | 'unknown';

/** Red, green, blue (0 to 255) and alpha (0 to 1) of a computed colour; null for other colour spaces. */
function parseColor(value: string): [number, number, number, number] | null {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(value);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)];
}

/** Whether the element and all in it are invisible, whatever its children say. */
function isBoxHidden(element: PageElement, style: PageStyle): boolean {
  if (style.display === 'none' || style.contentVisibility === 'hidden' || style.opacity === '0') return true;
  if (style.clip === 'rect(0px, 0px, 0px, 0px)') return true;
  if (/^(?:inset\((?:50|100)%\)|circle\(0(?:px|%)?\b)/.test(style.clipPath)) return true;
  return isCollapsed(element, style);
}

/** A box of at most one pixel that cuts off what is in it: how sites hide text from the eye. */
function isCollapsed(element: PageElement, style: PageStyle): boolean {
  const cutsBoth = style.overflowX !== 'visible' && style.overflowY !== 'visible';
  // Overflow of the root and of body belongs to the viewport; inline boxes do not cut.
  if (!cutsBoth || ['inline', 'contents'].includes(style.display)) return false;
  if (element === document.body || element === document.documentElement) return false;
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
}

/** Whether text directly in the element cannot be seen; its children may say otherwise. */
function hidesOwnText(style: PageStyle): boolean {
  if (style.visibility !== 'visible' || parseFloat(style.fontSize) < 1) return true;
  const fill = parseColor(style.getPropertyValue('-webkit-text-fill-color') || style.color);
  // Transparent letters show a clipped background or a shadow where there is one.
  return fill?.[3] === 0 && style.backgroundClip !== 'text' && style.textShadow === 'none';
}

/** What lies behind the text of an element whose parent has `behind`. */
function backdropOf(style: PageStyle, behind: Backdrop): Backdrop {
  if (style.backgroundImage !== 'none') return 'unknown';
  const color = parseColor(style.backgroundColor);
  if (!color) return 'unknown';
  if (color[3] === 0) return behind;
  return color[3] === 1 ? [color[0], color[1], color[2]] : 'unknown';
}

/** Whether text has (nearly) the colour of what lies behind it. */
function blendsIn(style: PageStyle, behind: Backdrop): boolean {
  const color = parseColor(style.getPropertyValue('-webkit-text-fill-color') || style.color);
  if (behind === 'unknown' || !color || style.textShadow !== 'none') return false;
  return behind.every((channel, index) => Math.abs(channel - (color[index] ?? 0)) <= 4);
}

/** The first box in which the text is drawn inside the document; null when it is drawn nowhere. */
function drawnBox(text: PageNode): PageRect | null {
  const range = document.createRange();
  range.selectNodeContents(text);
  const isDrawn = (box: PageRect) =>
    box.width > 0 && box.height > 0 && box.right + window.scrollX > 0 && box.bottom + window.scrollY > 0;
  return Array.from(range.getClientRects()).find(isDrawn) ?? null;
}

/** Whether the element paints something that could lie behind text elsewhere in the document. */
function paintsBackdrop(element: PageElement, style: PageStyle): boolean {
  if (['img', 'video', 'canvas', 'svg', 'iframe', 'object', 'embed'].includes(element.localName)) return true;
  if (style.backgroundImage !== 'none') return true;
  return style.position !== 'static' && parseColor(style.backgroundColor)?.[3] !== 0;
}

/** Whether a pseudo-element of the element or of one around it could lie behind its text. */
function hasPaintedPseudo(element: PageElement): boolean {
  for (let around: PageElement | null = element; around; around = around.parentElement) {
    for (const pseudo of ['::before', '::after']) {
      if (window.getComputedStyle(around, pseudo).content !== 'none') return true;
    }
  }
  return false;
}

/** Whether two boxes share a point. */
function overlaps(a: PageRect, b: PageRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** All of it, for other page scripts. */
export const VISIBILITY = {
  parseColor,
  isBoxHidden,
  isCollapsed,
  hidesOwnText,
  backdropOf,
  blendsIn,
  drawnBox,
  paintsBackdrop,
  hasPaintedPseudo,
  overlaps,
};
