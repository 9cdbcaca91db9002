import { parseHTML } from 'linkedom';

/** The part of the DOM that the conversion uses. linkedom's own types describe a browser window. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly parentNode: DomElement | null;
  readonly previousSibling: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly firstChild: DomNode | null;
  readonly lastChild: DomNode | null;
  textContent: string;
  remove(): void;
  replaceWith(...nodes: (DomNode | string)[]): void;
  before(...nodes: (DomNode | string)[]): void;
  after(...nodes: (DomNode | string)[]): void;
}

/** An element; `nodeName` is in upper case outside SVG. */
export interface DomElement extends DomNode {
  readonly childNodes: readonly DomNode[];
  readonly children: readonly DomElement[];
  readonly ownerDocument: DomDocument;
  innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  append(...nodes: (DomNode | string)[]): void;
  prepend(...nodes: (DomNode | string)[]): void;
  closest(selector: string): DomElement | null;
  contains(node: DomNode): boolean;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): readonly DomElement[];
}

/** A parsed page. */
export interface DomDocument {
  readonly documentElement: DomElement | null;
  readonly body: DomElement;
  readonly childNodes: readonly DomNode[];
  createElement(name: string): DomElement;
  querySelector(selector: string): DomElement | null;
}

/** `DomNode.nodeType` of text. */
export const TEXT = 3;
const ELEMENT = 1;

/** Elements that begin and end a line when they are shown. */
const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION ' +
    'FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LEGEND LI MAIN MENU NAV OL OPTGROUP OPTION P ' +
    'PRE SEARCH SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);

export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT;
export const isBlock = (node: DomNode): boolean => BLOCKS.has(node.nodeName);
export const hasBlock = (element: DomElement): boolean =>
  element.querySelectorAll('*').some((child) => isBlock(child));

/** Parses any text as a page with a body, also a fragment or a page whose tags are unbalanced. */
export function parsePage(html: string): DomDocument {
  const whole = parse(html);
  const document = hasBody(whole) ? whole : parse(`<html><body>${html}</body></html>`);
  // What stands behind a stray </body> or </html> is shown by browsers, so it belongs to the text.
  for (const stray of [...(document.documentElement?.childNodes ?? []), ...document.childNodes]) {
    const isKnown = ['HTML', 'HEAD', 'BODY'].includes(stray.nodeName);
    if (!isKnown && (isElement(stray) || stray.nodeType === TEXT)) document.body.append(stray);
  }
  return document;
}

const hasBody = ({ documentElement: root }: DomDocument): boolean =>
  root?.nodeName === 'HTML' && root.children.some((child) => child.nodeName === 'BODY');

const parse = (html: string): DomDocument => parseHTML(html).document as unknown as DomDocument;

/** The next node in document order below `root`, without entering `node` when `skipChildren`. */
export function nextNode(node: DomNode, root: DomNode, skipChildren = false): DomNode | null {
  if (!skipChildren && node.firstChild) return node.firstChild;
  let at: DomNode | null = node;
  while (at && at !== root) {
    if (at.nextSibling) return at.nextSibling;
    at = at.parentNode;
  }
  return null;
}

/** Keeps the words of an element apart from those of the elements beside it. */
export function separate(element: DomElement): void {
  if (element.previousSibling && isElement(element.previousSibling)) element.before(' ');
  if (element.nextSibling && isElement(element.nextSibling)) element.after(' ');
}

/** Puts an element of another name with the same children in the place of `element`. */
export function renameElement(element: DomElement, name: string): DomElement {
  const renamed = element.ownerDocument.createElement(name);
  moveChildren(element, renamed);
  element.replaceWith(renamed);
  return renamed;
}

/** Moves all children to the end of `to`. One call for all would put each of them on the stack. */
export function moveChildren(from: DomElement, to: DomElement): void {
  for (const child of from.childNodes) to.append(child);
}
