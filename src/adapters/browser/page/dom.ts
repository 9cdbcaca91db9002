/**
 * The slice of the DOM that page scripts use. The program is compiled without the DOM library, so that its
 * globals do not leak into code that runs in Node.
 *
 * @see https://dom.spec.whatwg.org/
 */
export interface PageNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<PageNode>;
  readonly lastChild: PageNode | null;
  readonly previousSibling: PageNode | null;
  remove(): void;
}

/** An element; members of single kinds (`value`, `complete`, …) are absent on the others. */
export interface PageElement extends PageNode {
  readonly localName: string;
  readonly shadowRoot: { readonly childNodes: ArrayLike<PageNode> } | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  readonly outerHTML: string;
  readonly currentSrc?: string;
  readonly complete?: boolean;
  readonly open?: boolean;
  readonly value?: string;
  readonly selectedOptions?: ArrayLike<PageElement>;
  readonly assignedNodes?: (options: { flatten: boolean }) => readonly PageNode[];
  lang?: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(...nodes: (PageNode | string)[]): void;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  checkVisibility(options?: { visibilityProperty?: boolean; opacityProperty?: boolean }): boolean;
  getBoundingClientRect(): PageRect;
  readonly parentElement: PageElement | null;
}

export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Computed style; values are as CSSOM serialises them. */
export interface PageStyle {
  readonly display: string;
  readonly visibility: string;
  readonly contentVisibility: string;
  readonly opacity: string;
  readonly position: string;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly clip: string;
  readonly clipPath: string;
  readonly fontSize: string;
  readonly color: string;
  readonly textShadow: string;
  readonly backgroundColor: string;
  readonly backgroundImage: string;
  readonly backgroundClip: string;
  readonly colorScheme: string;
  readonly content: string;
  getPropertyValue(name: string): string;
}

export interface PageDocument {
  readonly documentElement: PageElement;
  readonly body: PageElement | null;
  readonly baseURI: string;
  readonly doctype: unknown;
  readonly images: ArrayLike<PageElement>;
  readonly fonts: { readonly ready: Promise<unknown> };
  title: string;
  readonly implementation: { createHTMLDocument(title: string): PageDocument };
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  createElement(name: string): PageElement;
  importNode<T extends PageNode>(node: T, deep: boolean): T;
  createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): ArrayLike<PageRect> };
}

/** What page scripts need of `window`. */
export interface PageWindow {
  readonly innerHeight: number;
  readonly scrollX: number;
  readonly scrollY: number;
  scrollTo(options: { top: number; behavior: 'instant' }): void;
  requestAnimationFrame(callback: () => void): number;
  getComputedStyle(element: PageElement, pseudo?: string): PageStyle;
}

/** A constructor of the page's realm. */
export type PageMutationObserver = new (
  callback: () => void,
) => {
  observe(target: PageNode, options: Readonly<Record<string, unknown>>): void;
  disconnect(): void;
};
