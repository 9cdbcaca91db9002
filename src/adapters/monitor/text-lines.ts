import { type DomElement, type DomNode, hasBlock, isBlock, isElement, TEXT } from '../document/html/dom.ts';

/**
 * The text below `root` as a reader sees it: one line for each paragraph, heading, list item or table row.
 *
 * @param root no deeper than {@link flattenDeepElements} leaves it.
 * @param maxLength characters from which on no further line is begun.
 */
export function textLines(root: DomElement, maxLength = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let [line, length] = ['', 0];
  const end = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '' && length < maxLength) lines.push(text);
    length += text.length;
    line = '';
  };
  const add = (node: DomNode, isPreformatted: boolean): void => {
    if (length >= maxLength) return;
    if (node.nodeType === TEXT) addText(node.textContent, isPreformatted);
    else if (isElement(node)) addElement(node, isPreformatted || node.nodeName === 'PRE');
  };
  const addText = (text: string, isPreformatted: boolean) => {
    for (const [index, part] of (isPreformatted ? text.split('\n') : [text]).entries()) {
      if (index > 0) end();
      line += part;
    }
  };
  const addElement = (element: DomElement, isPreformatted: boolean) => {
    const isCell = /^T[DH]$/.test(element.nodeName) && !hasBlock(element);
    const breaks = isBlock(element) && !isCell;
    if (breaks) end();
    // Cells of a row stay together: a number says nothing without its row.
    if (isCell && line.trim() !== '') line += ' | ';
    for (const child of element.childNodes) add(child, isPreformatted);
    if (breaks) end();
  };
  add(root, false);
  end();
  return lines;
}
