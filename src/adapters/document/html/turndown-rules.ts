import TurndownService from 'turndown';
import { fencedCode, inlineCode, oneLine } from './code-blocks.ts';
import type { DomElement, DomNode } from './dom.ts';
import { escapeMarkdown } from './escape.ts';
import { isRawMarkdown } from './raw-markdown.ts';
import type { Convert } from './tables.ts';

/** Inline HTML that Markdown readers know and for which Markdown has no mark. */
const KEPT_TAGS = ['SUB', 'SUP', 'INS'];

/**
 * A converter of elements whose text is escaped, whose links are resolved and whose code blocks are plain:
 * it only spells Markdown.
 */
export function createConverter(): Convert {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  service.escape = (text) => text;
  for (const [name, { filter, replacement }] of Object.entries(RULES)) {
    service.addRule(name, {
      filter: (node) => filter(node as unknown as DomElement),
      replacement: (content, node) => replacement(content, node as unknown as DomElement),
    });
  }
  return (element) => {
    // Turndown works on a copy of what it is given; this tree is ours, and a copy costs as much as parsing it.
    const own = Object.assign(element, { cloneNode: () => element });
    return service.turndown(own as unknown as TurndownService.Node);
  };
}

interface Rule {
  readonly filter: (node: DomElement) => boolean;
  readonly replacement: (content: string, node: DomElement) => string;
}

const named =
  (...names: readonly string[]) =>
  (node: DomNode): boolean =>
    names.includes(node.nodeName);

const isInCell = (node: DomElement): boolean => node.closest('td, th') !== null;

/** Later rules win over earlier ones. */
const RULES: Readonly<Record<string, Rule>> = {
  heading: {
    filter: named('H1', 'H2', 'H3', 'H4', 'H5', 'H6'),
    replacement: (content, node) => {
      const line = oneLine(content).trim();
      if (!line || isInCell(node)) return `\n\n${line}\n\n`;
      return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${line}\n\n`;
    },
  },
  link: { filter: (node) => node.nodeName === 'A', replacement: linkMarkdown },
  image: { filter: named('IMG'), replacement: (_, node) => imageMarkdown(node) },
  emphasis: { filter: named('EM', 'I'), replacement: (content) => surround(content, '*') },
  strong: { filter: named('STRONG', 'B'), replacement: (content) => surround(content, '**') },
  struck: { filter: named('DEL', 'S', 'STRIKE'), replacement: (content) => surround(content, '~~') },
  quote: { filter: named('BLOCKQUOTE'), replacement: quoteMarkdown },
  kept: {
    filter: named(...KEPT_TAGS),
    replacement: (content, node) => {
      const tag = node.nodeName.toLowerCase();
      return content ? `<${tag}>${content}</${tag}>` : '';
    },
  },
  item: { filter: named('LI'), replacement: itemMarkdown },
  code: {
    filter: (node) => node.nodeName === 'CODE' && node.closest('pre') === null,
    replacement: (_, node) => inlineCode(node.textContent),
  },
  codeBlock: { filter: named('PRE'), replacement: (_, node) => codeBlockMarkdown(node) },
  raw: {
    filter: isRawMarkdown,
    replacement: (_, node) => (node.nodeName === 'PRE' ? `\n\n${node.textContent}\n\n` : node.textContent),
  },
};

/** Emphasis cannot span blocks. */
const surround = (content: string, mark: string): string =>
  content.trim() && !content.includes('\n\n') ? mark + content + mark : content;

function quoteMarkdown(content: string): string {
  const lines = content.replace(/^\n+/, '').trimEnd().split('\n');
  return `\n\n${lines.map((line) => (line ? `> ${line}` : '>')).join('\n')}\n\n`;
}

function linkMarkdown(content: string, node: DomElement): string {
  const href = node.getAttribute('href');
  const line = oneLine(content);
  return href && line.trim() ? `[${line}](${href})` : content;
}

function imageMarkdown(node: DomElement): string {
  const alt = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  return `![${escapeMarkdown(alt, false)}](${node.getAttribute('src')})`;
}

function itemMarkdown(content: string, node: DomElement): string {
  const body = content.replace(/^\n+/, '').trimEnd();
  if (isFootnote(body)) return `${indent(body, 4)}\n\n`;
  const marker = itemMarker(node);
  return `${marker}${indent(body, marker.length)}${node.nextSibling ? '\n' : ''}`;
}

const indent = (body: string, width: number): string =>
  body.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);

const isFootnote = (body: string): boolean => /^\[\^[^\]]+\]: /.test(body);

const itemMarker = (node: DomElement): string =>
  node.parentNode?.nodeName === 'OL' ? `${node.getAttribute('value')}. ` : '- ';

function codeBlockMarkdown(node: DomElement): string {
  const code = node.textContent;
  if (!code.trim()) return '';
  if (isInCell(node)) return code.split('\n').map(inlineCode).join('\n');
  return `\n\n${fencedCode(code, node.getAttribute('data-language') ?? '')}\n\n`;
}
