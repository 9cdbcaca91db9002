import type { ReportNode } from '../domain/report/element.ts';

/** A report as nodes of this page. Every string becomes a text node: nothing of a bundle is read as HTML. */
export function mount(node: ReportNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const made = document.createElement(node.tag);
  for (const [name, value = ''] of Object.entries(node.attributes)) made.setAttribute(name, value);
  made.append(...node.children.map(mount));
  return made;
}
