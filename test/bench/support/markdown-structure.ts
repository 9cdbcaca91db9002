/**
 * What gives a Markdown text its structure, each as one string: headings with their levels, list items,
 * table rows and links. Compared as a bag: `bagF1`.
 */
export function structureOf(markdown: string): readonly string[] {
  const lines = markdown.split('\n');
  return [
    ...lines.flatMap((line) => elementOf(line) ?? []),
    ...Array.from(markdown.matchAll(LINK), ([, text = '', address]) => `link ${plain(text)} ${address}`),
  ];
}

/** The words of a Markdown text without its marks and addresses. */
export const wordsOnly = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, ' $1 ')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/\\([^\w\s])/g, '$1');

const LINK = /(?<!!)\[([^\]]*)\]\(<?([^)\s>]*)/g;
const HEADING = /^(#{1,6}) +(.*)$/;
const ITEM = /^ *(?:[-*+]|\d+[.)]) +(.*)$/;
const RULE = /^[\s|:-]*$/;

function elementOf(line: string): string | null {
  const heading = HEADING.exec(line);
  if (heading) return `${heading[1]} ${plain(heading[2] ?? '')}`;
  if (/^\s*\|.*\|\s*$/.test(line))
    return RULE.test(line)
      ? null
      : `row ${line
          .split(/(?<!\\)\|/)
          .map(plain)
          .join('|')}`;
  const item = ITEM.exec(line);
  return item ? `item ${plain(item[1] ?? '')}` : null;
}

/** Letters and digits alone, and of links their texts: emphasis and escapes are matters of taste. */
const plain = (text: string): string =>
  text
    .replace(LINK, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
