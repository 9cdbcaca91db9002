import { type DomElement, type DomNode, isBlock, nextNode, TEXT } from './dom.ts';
import { isRawMarkdown } from './raw-markdown.ts';

const VERBATIM = new Set(['PRE', 'CODE', 'KBD', 'SAMP', 'TT']);

/** Beginnings of a line that Markdown would read as a heading, list, quote, rule or fence. */
const LINE_STARTS: readonly (readonly [RegExp, string])[] = [
  [/^(\s*)(#{1,6}(?:\s|$)|>|[-+](?:\s|$)|={3,}\s*$|-{3,}\s*$|~{3,})/, '$1\\$2'],
  [/^(\s*\d{1,9})([.)](?:\s|$))/, '$1\\$2'],
  [/^(\s*\[[^\]]{1,200})(\]:)/, '$1\\$2'],
];

/**
 * Characters that Markdown would take for markup even inside a line. As few as possible are escaped:
 * what is quoted from a page must be found again in its Markdown.
 */
const INLINE: readonly (readonly [RegExp, string])[] = [
  [/\\(?=[!-/:-@[-`{-~])/g, '\\\\'],
  [/`/g, '\\`'],
  [/\*(?=\S)|(?<=\S)\*/g, '\\*'],
  [/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_'],
  [/~~/g, '\\~~'],
  [/\](?=\()/g, '\\]'],
  [/<(?=[a-z/!?])/gi, '\\<'],
  [/&(?=#?\w{1,32};)/g, '\\&'],
];

/**
 * Escapes the text below `root` for Markdown and turns no-break spaces into spaces. Code stays verbatim.
 * Turndown's own escaping sees single text nodes, so it cannot know where a line begins.
 */
export function escapeText(root: DomElement): void {
  let isLineStart = true;
  let node: DomNode | null = root.firstChild;
  while (node) {
    const isVerbatim = VERBATIM.has(node.nodeName) || isRawMarkdown(node);
    if (node.nodeType === TEXT) isLineStart = escapeNode(node, isLineStart);
    else if (isVerbatim || node.nodeName === 'IMG') isLineStart = false;
    else if (isBlock(node)) isLineStart = true;
    const next = nextNode(node, root, isVerbatim);
    if (leavesBlock(node, next)) isLineStart = true;
    node = next;
  }
}

/** @returns whether what follows still begins the line. */
function escapeNode(node: DomNode, isLineStart: boolean): boolean {
  const text = absorbText(node).replaceAll('\u00a0', ' ');
  node.textContent = escapeMarkdown(text, isLineStart);
  return isLineStart && !/\S/.test(text);
}

/** The parser splits text at every character reference; what is to be escaped shows only in the whole. */
function absorbText(node: DomNode): string {
  const parts = [node.textContent];
  while (node.nextSibling?.nodeType === TEXT) {
    parts.push(node.nextSibling.textContent);
    node.nextSibling.remove();
  }
  return parts.join('');
}

/** Markdown whose reading is `text`. @param isLineStart whether it begins a line. */
export function escapeMarkdown(text: string, isLineStart: boolean): string {
  const inline = INLINE.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  );
  if (!isLineStart) return inline;
  return LINE_STARTS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), inline);
}

/** Whether going from `node` to `next` closes a block element. */
function leavesBlock(node: DomNode, next: DomNode | null): boolean {
  if (next?.parentNode === node) return false;
  for (let at: DomNode | null = node; at && at.parentNode !== next?.parentNode; at = at.parentNode) {
    if (at.parentNode && isBlock(at.parentNode)) return true;
  }
  return isBlock(node);
}
