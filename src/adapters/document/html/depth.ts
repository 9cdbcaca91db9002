import { type DomElement, type DomNode, isElement, nextNode } from './dom.ts';

/** Deeper elements than this are flattened: every later step may then recurse. */
const MAX_DEPTH = 512;

/** Replaces each element deeper than {@link MAX_DEPTH} below `root` by its children; their text stays. */
export function flattenDeepElements(root: DomElement): void {
  let node: DomNode | null = root.firstChild;
  let depth = 1;
  while (node) {
    if (depth > MAX_DEPTH && isElement(node)) node = unwrap(node);
    else {
      const next = nextNode(node, root);
      if (next) depth += depthChange(node, next);
      node = next;
    }
  }
}

/** Puts the element's children in its place, with spaces that keep words apart; returns the first of them. */
function unwrap(element: DomElement): DomNode | null {
  const [first] = element.childNodes;
  element.before(' ');
  for (const child of element.childNodes) element.before(child);
  element.before(' ');
  const start = first ?? element.previousSibling;
  element.remove();
  return start;
}

function depthChange(from: DomNode, to: DomNode): number {
  if (to.parentNode === from) return 1;
  let change = 0;
  for (let at: DomNode | null = from; at && at.parentNode !== to.parentNode; at = at.parentNode) change -= 1;
  return change;
}
