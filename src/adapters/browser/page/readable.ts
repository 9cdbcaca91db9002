import type { PageDocument, PageElement, PageNode, PageRect, PageStyle, PageWindow } from './dom.ts';
import { pageScript } from './script.ts';
import { type Backdrop, VISIBILITY } from './visibility.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** The document as a reader sees it. */
export interface ReadablePage {
  /** Serialised DOM as it is; empty when it is longer than what is kept. */
  readonly html: string;
  /** Serialised DOM without scripts, styles and text that nobody sees; links absolute, shadow trees open. */
  readonly readableHtml: string;
  /** Pieces of text that were left out because nobody sees them. */
  readonly hiddenTextCount: number;
  readonly title: string;
  /** The document is longer than what is kept of it. */
  readonly isTruncated: boolean;
}

interface ReadLimits {
  readonly maxElements: number;
  readonly maxDepth: number;
  /** Of each of the two serialisations. */
  readonly maxChars: number;
  readonly maxTitleChars: number;
}

interface Walk {
  readonly see: typeof VISIBILITY;
  readonly out: PageDocument;
  /** Boxes that may lie behind text elsewhere. */
  readonly painted: PageRect[];
  /** Text of the colour of its background: judged when all painted boxes are known. */
  readonly suspects: { readonly copy: PageElement; readonly element: PageElement; readonly box: PageRect }[];
  hidden: number;
  /** Elements still to be measured; beyond it text is kept unmeasured, so that none is lost. */
  budget: number;
  /** Characters of text and attributes that may still be copied. */
  room: number;
}

/** What an element hands down to its children. */
interface Place {
  readonly walk: Walk;
  /** The copy of the element, to which copies of its children go. */
  readonly target: PageElement;
  readonly element: PageElement;
  readonly style: PageStyle;
  readonly behind: Backdrop;
  readonly depth: number;
  /** Inside a closed `<details>`: not drawn, but its reader can open it. */
  readonly isFolded: boolean;
}

function readablePage(limits: ReadLimits, see: typeof VISIBILITY): ReadablePage {
  const out = document.implementation.createHTMLDocument('');
  const { maxElements: budget, maxChars: room } = limits;
  const walk: Walk = { see, out, painted: [], suspects: [], hidden: 0, budget, room };
  const title = document.title.slice(0, limits.maxTitleChars);
  out.title = title;
  out.documentElement.lang = document.documentElement.lang ?? '';
  const root = window.getComputedStyle(document.documentElement);
  const canvas: Backdrop = root.colorScheme.includes('dark') ? 'unknown' : [255, 255, 255];
  if (document.body && out.body) {
    const behind = see.backdropOf(root, canvas);
    const outer = { element: document.documentElement, style: root, behind, isFolded: false };
    copyElement(document.body, { ...outer, walk, target: out.documentElement, depth: limits.maxDepth });
  }
  dropSuspects(walk);
  const doctype = document.doctype ? '<!DOCTYPE html>\n' : '';
  const html = isLonger(document.documentElement, limits.maxChars)
    ? null
    : `${doctype}${document.documentElement.outerHTML}`;
  const readable = `<!DOCTYPE html>\n${out.documentElement.outerHTML}`;
  return {
    html: html !== null && html.length <= limits.maxChars ? html : '',
    readableHtml: readable.slice(0, limits.maxChars),
    hiddenTextCount: walk.hidden,
    title,
    isTruncated:
      html === null || html.length > limits.maxChars || readable.length > limits.maxChars || walk.room === 0,
  };
}

/** Whether the text and the attributes in the element exceed `maxChars`: told before all of it is one string. */
function isLonger(root: PageElement, maxChars: number): boolean {
  let chars = 0;
  const pending: PageNode[] = [root];
  for (let node = pending.pop(); node && chars <= maxChars; node = pending.pop()) {
    if (node.nodeType === 1) {
      for (const { value } of Array.from((node as PageElement).attributes)) chars += value.length;
      for (let child = node.lastChild; child; child = child.previousSibling) pending.push(child);
    } else chars += node.textContent?.length ?? 0;
  }
  return chars > maxChars;
}

/** As much of a text as there is room for. */
function keepText(text: string, walk: Walk): string {
  const kept = text.slice(0, walk.room);
  walk.room -= kept.length;
  return kept;
}

function copyNode(node: PageNode, place: Place): void {
  if (node.nodeType === 1) copyElement(node as PageElement, place);
  else if (node.nodeType === 3) copyText(node, place);
}

function copyText(node: PageNode, { walk, target, element, style, behind, isFolded }: Place): void {
  const text = keepText(node.textContent ?? '', walk);
  if (!text.trim() || walk.budget <= 0 || isFolded) {
    target.append(text);
    return;
  }
  const box = walk.see.hidesOwnText(style) ? null : walk.see.drawnBox(node);
  if (!box) walk.hidden += 1;
  else if (walk.see.blendsIn(style, behind))
    walk.suspects.push({ copy: appendSpan(text, target, walk), element, box });
  else target.append(text);
}

function copyElement(element: PageElement, outer: Place): void {
  const { walk, target, depth } = outer;
  if (isWithoutText(element)) {
    if (walk.see.paintsBackdrop(element, outer.style)) walk.painted.push(element.getBoundingClientRect());
    for (const shown of shownInside(element))
      appendSpan(keepText(`${shown.textContent ?? ''} `, walk), target, walk);
    return;
  }
  walk.budget -= 1;
  const style = window.getComputedStyle(element);
  if (walk.budget > 0 && !outer.isFolded && walk.see.isBoxHidden(element, style)) {
    walk.hidden += countTexts(element);
    return;
  }
  if (walk.see.paintsBackdrop(element, style)) walk.painted.push(element.getBoundingClientRect());
  const copy = appendCopy(element, target, walk);
  if (depth === 0) copy.append(keepText(element.textContent ?? '', walk));
  else copyChildren(element, { ...outer, target: copy, element, style, depth: depth - 1 });
}

function copyChildren(element: PageElement, outer: Place): void {
  const isFolded = outer.isFolded || (element.localName === 'details' && !element.open);
  const place = { ...outer, isFolded, behind: outer.walk.see.backdropOf(outer.style, outer.behind) };
  for (const child of childrenOf(element)) copyNode(child, place);
}

function appendCopy(element: PageElement, target: PageElement, walk: Walk): PageElement {
  const copy =
    element === document.body && walk.out.body ? walk.out.body : walk.out.importNode(element, false);
  for (const { name, value } of Array.from(copy.attributes)) {
    const isNoise = /^(?:style|srcset|sizes|nonce|integrity|on.*|data-(?!lang).*)$/.test(name);
    if (isNoise || keepText(value, walk).length < value.length) copy.removeAttribute(name);
  }
  for (const name of ['href', 'src']) resolveAddress(element, copy, name);
  target.append(copy);
  return copy;
}

/** Addresses become absolute; documents inside addresses are dropped. */
function resolveAddress(element: PageElement, copy: PageElement, name: string): void {
  const value = (name === 'src' && element.currentSrc) || element.getAttribute(name);
  if (value?.startsWith('data:')) copy.removeAttribute(name);
  else if (value && URL.canParse(value, document.baseURI)) {
    copy.setAttribute(name, new URL(value, document.baseURI).href);
  }
}

function appendSpan(text: string, target: PageElement, walk: Walk): PageElement {
  const span = walk.out.createElement('span');
  span.append(text);
  target.append(span);
  return span;
}

/** The parts of an element without text of its own that are text all the same: a choice, labels of a drawing. */
function shownInside(element: PageElement): readonly PageElement[] {
  if (element.localName === 'select' && element.checkVisibility())
    return Array.from(element.selectedOptions ?? []);
  const labels = element.localName === 'svg' ? Array.from(element.querySelectorAll('text')) : [];
  return labels.filter((label) => label.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
}

/** What is drawn inside the element: its shadow tree or what its slot was given, where it has one. */
function childrenOf(element: PageElement): readonly (PageNode | PageElement)[] {
  if (element.shadowRoot) return Array.from(element.shadowRoot.childNodes);
  const assigned = element.localName === 'slot' ? element.assignedNodes?.({ flatten: true }) : undefined;
  return assigned?.length ? assigned : Array.from(element.childNodes);
}

/** Elements that hold no text for a reader, or whose content is shown only where they do not work. */
function isWithoutText(element: PageElement): boolean {
  return /^(?:script|style|template|noscript|link|meta|title|base|iframe|frame|object|embed|video|audio|canvas|svg|select|datalist)$/.test(
    element.localName,
  );
}

/** Counted without recursion: nesting is the page's to choose. */
function countTexts(element: PageElement): number {
  let count = 0;
  const pending: PageNode[] = [element];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeType === 3 && node.textContent?.trim()) count += 1;
    if (node.nodeType === 1 && !isWithoutText(node as PageElement))
      pending.push(...childrenOf(node as PageElement));
  }
  return count;
}

function dropSuspects(walk: Walk): void {
  for (const { copy, element, box } of walk.suspects) {
    const mayBeSeen = walk.painted.some((other) => walk.see.overlaps(other, box));
    if (mayBeSeen || walk.see.hasPaintedPseudo(element)) continue;
    copy.remove();
    walk.hidden += 1;
  }
}

const HELPERS = [
  ...[copyNode, copyText, copyElement, copyChildren, appendCopy, resolveAddress, appendSpan, shownInside],
  ...[childrenOf, isWithoutText, countTexts, dropSuspects, isLonger, keepText],
];

/**
 * Script that returns a {@link ReadablePage}.
 *
 * Text is hidden when it is not displayed, fully transparent, of no size, clipped away, outside the document,
 * or of the colour of what lies behind it.
 */
export const READABLE_SCRIPT = pageScript(readablePage, {
  helpers: HELPERS,
  shared: VISIBILITY,
  argument: { maxElements: 200_000, maxDepth: 512, maxChars: 16 * 1024 ** 2, maxTitleChars: 4_096 },
});
