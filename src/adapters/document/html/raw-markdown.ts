import { type DomElement, type DomNode, isElement } from './dom.ts';

/** Marks an element whose text is finished Markdown. */
const RAW_MARKDOWN = 'data-affiant-markdown';

/** Takes the mark away from a page that forges it. */
export function forgetRawMarkdown(root: DomElement): void {
  for (const forged of root.querySelectorAll(`[${RAW_MARKDOWN}]`)) forged.removeAttribute(RAW_MARKDOWN);
}

/** Puts finished Markdown in the place of an element. */
export function replaceByMarkdown(element: DomElement, markdown: string): void {
  const raw = element.ownerDocument.createElement('pre');
  raw.setAttribute(RAW_MARKDOWN, '');
  raw.textContent = markdown;
  element.replaceWith(raw);
}

/** Finished Markdown that stands inside a line. */
export function inlineMarkdown(near: DomElement, markdown: string): DomElement {
  const raw = near.ownerDocument.createElement('span');
  raw.setAttribute(RAW_MARKDOWN, '');
  raw.textContent = markdown;
  return raw;
}

export const isRawMarkdown = (node: DomNode): node is DomElement =>
  isElement(node) && node.hasAttribute(RAW_MARKDOWN);
