import type { ReportElement, ReportNode } from './element.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A node as HTML, every text in it escaped. */
export const writeHtml = (node: ReportNode): string =>
  typeof node === 'string' ? escapeHtml(node) : writeElement(node);

function writeElement({ tag, attributes, children }: ReportElement): string {
  const written = Object.entries(attributes).map(([name, value = '']) => ` ${name}="${escapeHtml(value)}"`);
  const open = `<${tag}${written.join('')}>`;
  return tag === 'img' ? open : `${open}${children.map(writeHtml).join('')}</${tag}>`;
}
