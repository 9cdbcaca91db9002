import { type DomElement, hasBlock, isBlock, moveChildren, renameElement, separate } from './dom.ts';
import { inlineMarkdown } from './raw-markdown.ts';

/** Elements without a counterpart in Markdown, and what stands for them. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['details, dialog, search, fieldset, optgroup', 'div'],
  ['summary, legend', 'strong'],
  ['var, cite, dfn', 'em'],
  ['kbd, samp, tt', 'code'],
];
/** Inputs whose value is not text on the page. */
const SILENT_INPUTS = ['hidden', 'password', 'checkbox', 'radio', 'file', 'image', 'color', 'range'];

/** Rewrites elements that Markdown has no form for into ones that it has. */
export function restructure(root: DomElement): void {
  for (const list of root.querySelectorAll('dl')) rewriteDefinitions(list);
  for (const list of root.querySelectorAll('ol')) numberItems(list);
  for (const label of root.querySelectorAll('summary, legend')) asParagraph(label);
  for (const [selector, name] of RENAMED) {
    for (const element of root.querySelectorAll(selector)) renameElement(element, name);
  }
  for (const option of root.querySelectorAll('option, button, label, input')) separate(option);
  for (const input of root.querySelectorAll('input')) replaceInput(input);
  for (const quotation of root.querySelectorAll('q')) {
    quotation.prepend('“');
    quotation.append('”');
  }
  for (const link of root.querySelectorAll('a')) flattenLink(link);
}

function asParagraph(label: DomElement): void {
  const paragraph = label.ownerDocument.createElement('p');
  label.before(paragraph);
  paragraph.append(label);
}

/** The text in a field or on a button; a checkbox that begins a list item makes it a task. */
function replaceInput(input: DomElement): void {
  const type = input.getAttribute('type')?.toLowerCase() ?? 'text';
  const box = input.hasAttribute('checked') ? '[x]' : '[ ]';
  if (type === 'checkbox' && beginsItem(input)) input.replaceWith(inlineMarkdown(input, box));
  else if (SILENT_INPUTS.includes(type)) input.remove();
  else input.replaceWith(input.getAttribute('value') ?? '');
}

/** Whether the element comes first in a list item, or in a label or paragraph in one. */
function beginsItem(element: DomElement): boolean {
  const parent = element.parentNode;
  const item = parent?.nodeName === 'LI' ? parent : parent?.parentNode;
  return item?.nodeName === 'LI' && !/\S/.test(element.previousSibling?.textContent ?? '');
}

/** `<dl>` as a list: terms in bold, their descriptions as a list below each. */
function rewriteDefinitions(list: DomElement): void {
  const terms = list.ownerDocument.createElement('ul');
  const entries = list.children.flatMap((child) => (child.nodeName === 'DIV' ? child.children : [child]));
  let descriptions: DomElement | null = null;
  for (const entry of entries) {
    if (entry.nodeName === 'DT') {
      const term = list.ownerDocument.createElement('strong');
      moveChildren(entry, term);
      descriptions = list.ownerDocument.createElement('ul');
      appendItem(terms).append(term, descriptions);
    } else moveChildren(entry, appendItem(descriptions ?? terms));
  }
  list.replaceWith(terms);
}

function appendItem(list: DomElement): DomElement {
  const item = list.ownerDocument.createElement('li');
  list.append(item);
  return item;
}

/** Writes each item's number into its `value`. */
function numberItems(list: DomElement): void {
  let number = integerOf(list.getAttribute('start')) ?? 1;
  for (const item of list.children) {
    if (item.nodeName !== 'LI') continue;
    number = integerOf(item.getAttribute('value')) ?? number;
    item.setAttribute('value', String(number));
    number += 1;
  }
}

/** Markdown numbers items from 0 with at most nine digits. */
const integerOf = (attribute: string | null): number | null =>
  /^\s*\d{1,9}\s*$/.test(attribute ?? '') ? Number(attribute) : null;

/** A link around blocks (cards, headlines) becomes one line; a heading in it goes around the link. */
function flattenLink(link: DomElement): void {
  if (!hasBlock(link)) return;
  const heading = link.querySelector('h1, h2, h3, h4, h5, h6');
  for (const block of link.querySelectorAll('*')) {
    if (!isBlock(block)) continue;
    block.before(' ');
    block.after(' ');
    if (block.nodeName === 'BR' || block.nodeName === 'HR') block.remove();
    else renameElement(block, 'span');
  }
  if (!heading || link.closest('h1, h2, h3, h4, h5, h6, li, td, th')) return;
  const headline = link.ownerDocument.createElement(heading.nodeName.toLowerCase());
  link.before(headline);
  headline.append(link);
}
